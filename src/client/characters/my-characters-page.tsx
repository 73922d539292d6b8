import { Link, useNavigate } from 'react-router'
import { editCharacterPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { Mask } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { useOwnCharacters } from './api.ts'
import { CharacterCard } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'

export function MyCharactersPage() {
  useTitle('My Characters')
  const own = useOwnCharacters()
  return (
    <>
      <PageHeader
        title="My Characters"
        text="All your characters, public and private."
        action={
          <Link to="/create" className={buttonClass()}>
            Create Character
          </Link>
        }
      />
      <h2 className="sr-only">Your characters</h2>
      {own.isPending && <CharacterGridSkeleton count={4} />}
      {own.isError && <LoadError what="the characters" error={own.error} onRetry={() => void own.refetch()} />}
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
        title="You have no characters yet"
        action={
          <Link to="/create" className={buttonClass()}>
            Create Your First Character
          </Link>
        }
      >
        Give them a name, a personality and something they want. You can change everything later.
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
