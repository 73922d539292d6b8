import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router'
import { editCharacterPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { Mask } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { FlagEffect } from '#shared/moderation.ts'
import { useOwnCharacters } from './api.ts'
import { CardImportList } from './card-import-list.tsx'
import { CharacterCard, type CharacterStanding } from './character-card.tsx'
import { CharacterGrid, CharacterGridSkeleton } from './character-grid.tsx'
import { ImportButton } from './import-button.tsx'
import { useCardImport } from './use-card-import.ts'

export function MyCharactersPage() {
  const own = useOwnCharacters()
  const imports = useCardImport()
  const { standings, isPending } = useStandings()
  return (
    <>
      <PageHeader
        title="My Characters"
        text="All your characters, public and private. Drop or paste character cards anywhere here."
        action={
          <div className="flex flex-wrap gap-2.5">
            <ImportButton isImporting={imports.isImporting} onFiles={imports.importFiles} />
            <ButtonLink to="/create">Create Character</ButtonLink>
          </div>
        }
      />
      {imports.items.length > 0 && <CardImportList imports={imports} />}
      <h2 className="sr-only">Your characters</h2>
      {(own.isPending || (own.isSuccess && isPending)) && <CharacterGridSkeleton count={4} />}
      <LoadError what="the characters" query={own} />
      {own.isSuccess && !isPending && <OwnGrid characters={own.data} standings={standings} />}
    </>
  )
}

/** Notices of moderators' decisions about the viewer's characters. The cards wait for them: a notice moves them. */
function useStandings(): { standings: ReadonlyMap<string, CharacterStanding>; isPending: boolean } {
  const { data, isPending } = useQuery({ ...queryOf('GET /api/moderation/decisions'), staleTime: 0 })
  const standing = data?.decisions.filter(({ appeal }) => appeal !== 'granted') ?? []
  const withEffect = (effect: FlagEffect, character: CharacterStanding) =>
    standing.filter((decision) => decision.effect === effect).map(({ targetId }) => [targetId, character] as const)
  const standings = new Map([
    ...withEffect('held', { label: 'Held for review', reasonPath: null }),
    ...withEffect('character_removed', { label: 'Removed', reasonPath: '/settings' }),
  ])
  return { standings, isPending }
}

interface OwnGridProps {
  characters: NonNullable<ReturnType<typeof useOwnCharacters>['data']>
  standings: ReadonlyMap<string, CharacterStanding>
}

function OwnGrid({ characters, standings }: OwnGridProps) {
  const navigate = useNavigate()
  if (characters.length === 0) {
    return (
      <EmptyState
        drawing={<Mask />}
        title="You have no characters yet"
        action={<ButtonLink to="/create">Create Your First Character</ButtonLink>}
      >
        Give your first character a name, a personality and a goal. You can change everything later.
      </EmptyState>
    )
  }
  return (
    <>
      {characters.some(({ id }) => standings.has(id)) && (
        <p className="mb-6 rounded-md border border-line bg-card px-4 py-3">
          Moderators have removed a character or hold one for review.{' '}
          <Link to="/settings" className="underline underline-offset-3">
            Read why, and how to appeal
          </Link>
          .
        </p>
      )}
      <CharacterGrid>
        {characters.map((character, index) => (
          <CharacterCard
            key={character.id}
            character={character}
            standing={standings.get(character.id)}
            eager={index < 4}
            onEdit={({ id }) => void navigate(editCharacterPath(id))}
          />
        ))}
      </CharacterGrid>
    </>
  )
}
