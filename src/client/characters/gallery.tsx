import { type ReactNode, useDeferredValue, useMemo } from 'react'
import { errorText } from '#client/lib/http.ts'
import { useNear } from '#client/lib/use-near.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { CharacterSummary } from '#shared/characters.ts'
import { type GalleryFilters, useGallery } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'

interface GalleryProps {
  filters: GalleryFilters
  /** Shown when nothing matches. */
  empty: { drawing: ReactNode; title: string; text: string; action?: ReactNode }
}

const none: readonly CharacterSummary[] = []

/** Public characters, page after page as the reader comes near the end. */
export function Gallery({ filters, empty }: GalleryProps) {
  const gallery = useGallery(filters)
  const characters = useMemo(() => gallery.data?.pages.flatMap((page) => page.characters) ?? none, [gallery.data])
  if (gallery.isPending) return <CharacterGridSkeleton />
  if (gallery.isError && !gallery.data) {
    return <GalleryFault error={gallery.error} onRetry={() => void gallery.refetch()} />
  }

  if (characters.length === 0) {
    return (
      <EmptyState drawing={empty.drawing} title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  return (
    <Cards characters={characters}>
      {gallery.hasNextPage && (
        <NextPage
          busy={gallery.isFetchingNextPage}
          failed={gallery.isFetchNextPageError}
          onWanted={() => void gallery.fetchNextPage()}
        />
      )}
    </Cards>
  )
}

interface CardsProps {
  characters: readonly CharacterSummary[]
  /** What stands below them. */
  children: ReactNode
}

/** Cards are much to draw: the page stands before the first of them do, and answers while they are drawn. */
function Cards({ characters, children }: CardsProps) {
  const drawn = useDeferredValue(characters, none)
  if (drawn === none) return <CharacterGridSkeleton />
  return (
    <>
      <CharacterGrid>
        {drawn.map((character, index) => (
          <CharacterCard key={character.id} character={character} eager={index < 4} />
        ))}
      </CharacterGrid>
      {children}
    </>
  )
}

export function GalleryFault({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <div role="alert">
      <EmptyState
        drawing={<EmptyDoor />}
        title="The characters did not come"
        action={<Button onClick={onRetry}>Try again</Button>}
      >
        {errorText(error, 'We could not reach the server. Please check your connection.')}
      </EmptyState>
    </div>
  )
}

interface NextPageProps {
  busy: boolean
  failed: boolean
  onWanted: () => void
}

/** Fetches the next page when it comes into view; the button is for keyboards, and for after a failure. */
function NextPage({ busy, failed, onWanted }: NextPageProps) {
  const mark = useNear<HTMLDivElement>(onWanted, { within: 600, paused: busy || failed })
  return (
    <div ref={mark} className="flex flex-col items-center gap-3 pt-10">
      {failed && <p role="alert">The next page did not come.</p>}
      <Button variant="outline" disabled={busy} onClick={onWanted}>
        {busy ? 'Loading…' : failed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  )
}
