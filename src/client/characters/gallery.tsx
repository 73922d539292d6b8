import type { ReactNode } from 'react'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { LoadMore } from '#client/ui/load-more.tsx'
import { galleryPageSize } from '#shared/character-terms.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { useGallery } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'
import type { GalleryFilters } from './gallery-path.ts'

interface GalleryProps {
  filters: GalleryFilters
  /** Shows only so many of the first. */
  most?: number
  /** Shown after the first rows. */
  newCharacters?: ReactNode
  empty: { drawing: ReactNode; title: string; text: string; action?: ReactNode }
}

/** The cards of the first row on a wide screen, whose images load at once. */
const firstRow = 4
/** Whole rows in two, three and four columns, and more than a screen: the new characters move nothing that is visible. */
const cardsBeforeNew = 12

export function Gallery({ filters, most, newCharacters, empty }: GalleryProps) {
  const gallery = useGallery(filters)
  if (gallery.isPending) return <CharacterGridSkeleton count={most ?? galleryPageSize} />
  if (!gallery.data) return <LoadError what="the characters" query={gallery} />
  const characters = gallery.data.pages.flatMap(({ page }) => page).slice(0, most)
  if (characters.length === 0) {
    return (
      <EmptyState drawing={empty.drawing} title={empty.title} action={empty.action}>
        {empty.text}
      </EmptyState>
    )
  }
  const card = (character: CharacterSummary) => (
    <CharacterCard key={character.id} character={character} eager={characters.indexOf(character) < firstRow} />
  )
  return (
    <>
      <CharacterGrid>{(newCharacters ? characters.slice(0, cardsBeforeNew) : characters).map(card)}</CharacterGrid>
      {newCharacters}
      {newCharacters && characters.length > cardsBeforeNew && (
        <CharacterGrid>{characters.slice(cardsBeforeNew).map(card)}</CharacterGrid>
      )}
      {most === undefined && (
        <LoadMore
          list={gallery}
          margin={600}
          failure="More characters could not be loaded."
          className="flex flex-col items-center gap-3 pt-10"
        />
      )}
    </>
  )
}
