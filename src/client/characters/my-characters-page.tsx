import { Link, useNavigate } from 'react-router'
import { editCharacterPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { Mask } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useOwnCharacters } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'
import { GalleryError } from './gallery.tsx'

export function MyCharactersPage() {
  useTitle('My Characters')
  const own = useOwnCharacters()
  return (
    <>
      <PageHeader
        title="My Characters"
        text="Everyone you have written, on stage and off."
        action={
          <Link to="/create" className={buttonClass()}>
            Create Character
          </Link>
        }
      />
      <h2 className="sr-only">Your characters</h2>
      {own.isPending && <CharacterGridSkeleton count={4} />}
      {own.isError && <GalleryError error={own.error} onRetry={() => void own.refetch()} />}
      {own.isSuccess && <OwnGrid characters={own.data} />}
    </>
  )
}

function OwnGrid({ characters }: { characters: NonNullable<ReturnType<typeof useOwnCharacters>['data']> }) {
  const navigate = useNavigate()
  if (characters.length === 0) {
    return (
      <EmptyState
        drawing={<Mask />}
        title="No one in your company yet"
        action={
          <Link to="/create" className={buttonClass()}>
            Create Your First Character
          </Link>
        }
      >
        Give someone a name, a voice and something they want. The rest comes out in conversation.
      </EmptyState>
    )
  }
  return (
    <CharacterGrid>
      {characters.map((character, index) => (
        <CharacterCard
          key={character.id}
          character={character}
          eager={index < 4}
          onEdit={({ id }) => void navigate(editCharacterPath(id))}
        />
      ))}
    </CharacterGrid>
  )
}
