import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from 'react-router'
import { useCharacter } from '#client/characters/api.ts'
import { call } from '#client/lib/http.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
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
