import { useTitle } from '#client/lib/use-title.ts'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useGallery } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'
import { GalleryFault } from './gallery.tsx'

/** Without a query the server lists by trend, so the first six are the trend. */
const shown = 6

export function TrendingPage() {
  useTitle('Trending')
  return (
    <>
      <PageHeader title="Trending" text="Who everyone is talking to this week." />
      <h2 className="sr-only">Trending characters</h2>
      <FirstSix />
    </>
  )
}

function FirstSix() {
  const gallery = useGallery()
  if (gallery.isPending) return <CharacterGridSkeleton count={shown} />
  if (gallery.isError) return <GalleryFault error={gallery.error} onRetry={() => void gallery.refetch()} />
  const characters = gallery.data.pages[0]?.characters.slice(0, shown) ?? []
  if (characters.length === 0) {
    return (
      <EmptyState drawing={<EmptyStage />} title="Quiet tonight">
        Once people start talking, the busiest characters stand here.
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
