import { useSearchParams } from 'react-router'
import { useStore } from 'zustand'
import { hasStatus } from '#client/lib/http.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import { blankFields, type Character, type OwnCharacter } from '#shared/characters.ts'
import { useCharacter } from './api.ts'
import { CreatorForm } from './creator/creator-form.tsx'
import { valuesOf } from './creator/creator-values.ts'
import { cardImports } from './use-card-import.ts'

/** `/create` creates a character, `/create?id=…` edits one. */
export function CreatorPage() {
  const [params] = useSearchParams()
  const id = params.get('id')
  const opened = useStore(cardImports, (state) => state.opened)
  return (
    <div className="max-w-6xl">
      {id ? (
        <EditCharacter key={id} id={id} />
      ) : (
        <>
          <PageHeader
            title="Create Character"
            text="Start from a template, a blank page, or a character card: drop or paste it here."
          />
          <CreatorForm key={opened} id={null} initial={blankFields} updatedAt={0} />
        </>
      )}
    </div>
  )
}

function EditCharacter({ id }: { id: string }) {
  const character = useCharacter(id)
  const own = character.data && isOwn(character.data) ? character.data : null
  // The server answers for another user's character as for one that does not exist.
  const isMissing = hasStatus(character.error, 404) || (character.data !== undefined && !own)
  return (
    <>
      <PageHeader title="Edit Character" text={own ? `How ${own.name} looks, talks and thinks.` : ' '} />
      {character.isPending && <PageSkeleton label="Loading the character" parts={['h-13', 'h-28', 'h-28']} />}
      {character.isError && !isMissing && <LoadError what="the character" query={character} />}
      {isMissing && (
        <EmptyState
          drawing={<EmptyDoor />}
          title="Character not found"
          action={<ButtonLink to="/my-characters">My Characters</ButtonLink>}
        >
          It may have been deleted, or it belongs to somebody else. You can edit only your own characters.
        </EmptyState>
      )}
      {own && <CreatorForm id={id} initial={valuesOf(own)} updatedAt={own.updatedAt} />}
    </>
  )
}

function isOwn(character: Character | OwnCharacter): character is OwnCharacter {
  return character.isMine
}
