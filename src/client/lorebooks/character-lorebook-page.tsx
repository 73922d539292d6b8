import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router'
import { useCharacter } from '#client/characters/api.ts'
import { call } from '#client/lib/http.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { Lorebook } from '#engine/lore/lorebook.ts'
import type { ResponseOf } from '#shared/api.ts'
import { LorebookEditor } from './lorebook-editor.tsx'

/** `/characters/:characterId/lorebook`: the lorebook of an own character. */
export function CharacterLorebookPage() {
  const { characterId: id = '' } = useParams()
  useTitle('Lorebook')
  const query = useQuery({
    ...queryOf('GET /api/characters/:id/lorebook', { params: { id } }),
    staleTime: Infinity,
    gcTime: 0,
  })
  const name = useCharacter(id).data?.name
  if (query.isPending) return <CardSkeleton className="h-64" />
  if (query.isError) return <LoadError what="this lorebook" query={query} />
  return <OwnLorebook key={id} id={id} name={name ?? 'your character'} loaded={query.data} />
}

interface OwnLorebookProps {
  id: string
  name: string
  loaded: ResponseOf<'GET /api/characters/:id/lorebook'>
}

function OwnLorebook({ id, name, loaded }: OwnLorebookProps) {
  const [saved] = useState(() => JSON.parse(loaded.lorebook) as Lorebook)
  const updatedAt = useRef(loaded.updatedAt)
  const save = async (book: Lorebook, isForced: boolean) => {
    const basedOn = isForced ? undefined : updatedAt.current
    const body = { lorebook: JSON.stringify(book), basedOn }
    const result = await call('PUT /api/characters/:id/lorebook', { params: { id }, body })
    updatedAt.current = result.updatedAt
  }
  return (
    <LorebookEditor
      title={`Lorebook of ${name}`}
      text={
        <>
          Used in every chat with them, and part of their card.{' '}
          <Link to={editCharacterPath(id)} className="underline underline-offset-4">
            Back to the character
          </Link>
        </>
      }
      saved={saved}
      onSave={save}
    />
  )
}
