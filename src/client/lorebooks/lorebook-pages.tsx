import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCharacter } from '#client/characters/api.ts'
import { call } from '#client/lib/http.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { InputField } from '#client/ui/form-field.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { ResponseOf } from '#shared/api.ts'
import { lorebookLimits } from '#shared/lorebooks.ts'
import { LorebookEditor } from './lorebook-editor.tsx'

/** The editor keeps what was loaded first: another version elsewhere is noticed by the save. */
const loadedOnce = { staleTime: Infinity, gcTime: 0 }

/** `/lorebooks/:lorebookId`: an own lorebook. */
export function LorebookPage() {
  const { lorebookId: id = '' } = useParams()
  const query = useQuery({ ...queryOf('GET /api/lorebooks/:id', { params: { id } }), ...loadedOnce })
  useTitle(query.data?.name ?? 'Lorebook')
  if (query.isPending) return <CardSkeleton className="h-64" />
  if (query.isError) return <LoadError what="this lorebook" query={query} />
  return <OwnLorebook key={id} id={id} loaded={query.data} />
}

function OwnLorebook({ id, loaded }: { id: string; loaded: ResponseOf<'GET /api/lorebooks/:id'> }) {
  const [name, setName] = useState(loaded.name)
  const [savedName, setSavedName] = useState(loaded.name)
  const save = async (book: { lorebook: string; basedOn: number | undefined }) => {
    const result = await call('PUT /api/lorebooks/:id', { params: { id }, body: { ...book, name } })
    setSavedName(name)
    return result
  }
  return (
    <LorebookEditor
      title={savedName}
      text={
        <>
          Choose it in a chat’s menu, or for a persona.{' '}
          <Link to="/lorebooks" className="underline underline-offset-4">
            All lorebooks
          </Link>
        </>
      }
      loaded={loaded}
      isDirty={name !== savedName}
      onSave={save}
    >
      <InputField
        label="Name"
        fieldClassName="mb-6 max-w-md"
        value={name}
        maxLength={lorebookLimits.name}
        autoComplete="off"
        onChange={({ target }) => setName(target.value)}
      />
    </LorebookEditor>
  )
}

/** `/characters/:characterId/lorebook`: the lorebook of an own character. */
export function CharacterLorebookPage() {
  const { characterId: id = '' } = useParams()
  useTitle('Lorebook')
  const query = useQuery({ ...queryOf('GET /api/characters/:id/lorebook', { params: { id } }), ...loadedOnce })
  const name = useCharacter(id).data?.name
  if (query.isPending) return <CardSkeleton className="h-64" />
  if (query.isError) return <LoadError what="this lorebook" query={query} />
  return (
    <LorebookEditor
      key={id}
      title={`Lorebook of ${name ?? 'your character'}`}
      text={
        <>
          Used in every chat with them, and part of their card.{' '}
          <Link to={editCharacterPath(id)} className="underline underline-offset-4">
            Back to the character
          </Link>
        </>
      }
      loaded={query.data}
      onSave={(body) => call('PUT /api/characters/:id/lorebook', { params: { id }, body })}
    />
  )
}
