import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useGallery } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'

/** The server sorts by trend by default, so the first six are the trending ones. */
const shownCount = 6

export function TrendingPage() {
  return (
    <>
      <PageHeader title="Trending" text="The most popular characters this week." />
      <h2 className="sr-only">Trending characters</h2>
      <TrendingGrid />
    </>
  )
}

function TrendingGrid() {
  const gallery = useGallery()
  if (gallery.isPending) return <CharacterGridSkeleton count={shownCount} />
  if (gallery.isError) return <LoadError what="the characters" query={gallery} />
  const characters = gallery.data.pages[0]?.page.slice(0, shownCount) ?? []
  if (characters.length === 0) {
    return (
      <EmptyState drawing={<EmptyStage />} title="Nothing is trending yet">
        When people start to chat, the most popular characters appear here.
      </EmptyState>
    )
  }
  return (
    <CharacterGrid>
      {characters.map((character) => (
        <CharacterCard key={character.id} character={character} eager />
      ))}
    </CharacterGrid>
  )
}
