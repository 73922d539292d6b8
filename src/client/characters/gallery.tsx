import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { useNearViewport } from '#client/lib/use-near-viewport.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { galleryPageSize } from '#shared/character-terms.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { firstRow } from '#shared/home-html.ts'
import { useGallery } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'
import type { GalleryFilters } from './gallery-path.ts'

interface GalleryProps {
  filters: GalleryFilters
  /** Shown after the first rows. */
  newCharacters?: ReactNode
  empty: { drawing: ReactNode; title: string; text: string; action?: ReactNode }
}

const emptyList: readonly CharacterSummary[] = []

export function Gallery({ filters, newCharacters, empty }: GalleryProps) {
  const gallery = useGallery(filters)
  const characters = useMemo(() => gallery.data?.pages.flatMap((page) => page.characters) ?? emptyList, [gallery.data])
  if (gallery.isPending) return <CharacterGridSkeleton count={galleryPageSize} />
  if (gallery.isError && !gallery.data) {
    return <LoadError what="the characters" query={gallery} />
  }

  if (characters.length === 0) {
    return (
      <EmptyState drawing={empty.drawing} title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <Cards characters={characters} newCharacters={newCharacters}>
      {gallery.hasNextPage && (
        <NextPage
          isLoading={gallery.isFetchingNextPage}
          hasFailed={gallery.isFetchNextPageError}
          onLoad={() => void gallery.fetchNextPage()}
        />
      )}
    </Cards>
  )
}

interface CardsProps {
  characters: readonly CharacterSummary[]
  newCharacters: ReactNode
  children: ReactNode
}

/** The cards of the first screen. */
const firstCards = 8
/** Whole rows in two, three and four columns, and more than a screen: the new characters move nothing that is visible. */
const cardsBeforeNew = 12

/** Cards are expensive to render, so all but the first are deferred: the page appears first and stays responsive. */
function Cards({ characters, newCharacters, children }: CardsProps) {
  const deferred = useDeferredValue(characters, characters.slice(0, firstCards))
  const card = (character: CharacterSummary, index: number) => (
    <CharacterCard key={character.id} character={character} eager={index < firstRow} />
  )
  const isComplete = deferred === characters
  const rest = deferred.slice(cardsBeforeNew)
  return (
    <>
      <CharacterGrid>{(newCharacters ? deferred.slice(0, cardsBeforeNew) : deferred).map(card)}</CharacterGrid>
      {isComplete && newCharacters}
      {newCharacters && rest.length > 0 && (
        <CharacterGrid>{rest.map((character) => card(character, cardsBeforeNew))}</CharacterGrid>
      )}
      {isComplete && children}
      {!isComplete && (
        // About as high as the cards, so that the browser can scroll to where the user was.
        <CharacterGrid>
          {characters.slice(deferred.length).map(({ id }) => (
            <div key={id} className="h-[27rem] side-by-side:h-[13rem]" />
          ))}
        </CharacterGrid>
      )}
    </>
  )
}

interface NextPageProps {
  isLoading: boolean
  hasFailed: boolean
  onLoad: () => void
}

/** Loads the next page when it comes near the viewport. The button is for keyboards and for retries. */
function NextPage({ isLoading, hasFailed, onLoad }: NextPageProps) {
  const target = useNearViewport<HTMLDivElement>(onLoad, { margin: 600, paused: isLoading || hasFailed })
  return (
    <div ref={target} className="flex flex-col items-center gap-3 pt-10">
      {hasFailed && <p role="alert">More characters could not be loaded.</p>}
      <Button variant="outline" disabled={isLoading} onClick={onLoad}>
        {isLoading ? 'Loading…' : hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
