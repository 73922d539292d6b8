import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { Link, useNavigate } from 'react-router'
import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { lorebookPath } from '#client/lib/paths.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { FileButton } from '#client/ui/file-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { LorebookSummary } from '#shared/lorebooks.ts'

/** `/lorebooks`: the user's own lorebooks. */
export function LorebooksPage() {
  const navigate = useNavigate()
  // Reloaded each time: they may have been changed in another tab.
  const query = useQuery({ ...queryOf('GET /api/lorebooks'), staleTime: 0 })
  const create = (lorebook: string, name?: string) => {
    const created = call('POST /api/lorebooks', { body: { lorebook, name } }).then(({ id }) =>
      navigate(lorebookPath(id)),
    )
    return toastIfFailed(created, { title: name ? 'Nothing created' : 'Nothing imported' })
  }
  const createEmpty = () => void create('{"entries":[]}', 'New lorebook')
  const lorebooks = query.data?.lorebooks ?? []
  return (
    <div className="max-w-4xl">
      <PageHeader
        title="Lorebooks"
        text="Facts about your worlds, for chats and personas. The model is given what is talked about."
        action={
          <div className="flex flex-wrap gap-2.5">
            <FileButton
              inputLabel="File of a lorebook"
              accept=".json"
              onChoose={([file]) => file && void file.text().then((text) => create(text))}
            >
              Import
            </FileButton>
            <Button onClick={createEmpty}>New lorebook</Button>
          </div>
        }
      />
      <h2 className="sr-only">Your lorebooks</h2>
      {query.isPending && <CardSkeleton className="h-24" />}
      <LoadError what="your lorebooks" query={query} />
      {query.isSuccess && lorebooks.length === 0 && (
        <EmptyState
          drawing={<EmptyStage />}
          title="You have no lorebooks yet"
          action={<Button onClick={createEmpty}>Create your first lorebook</Button>}
        >
          A lorebook tells the model about places, people and laws when they come up. You can also import one from
          SillyTavern or another program.
        </EmptyState>
      )}
      <ul className="grid gap-3">
        {lorebooks.map((lorebook) => (
          <LorebookItem key={lorebook.id} lorebook={lorebook} />
        ))}
      </ul>
    </div>
  )
}

function LorebookItem({ lorebook: { id, name, entryCount } }: { lorebook: LorebookSummary }) {
  const refresh = () => invalidate('GET /api/lorebooks')
  const restore = () =>
    toastIfFailed(call('POST /api/lorebooks/:id/restore', { params: { id } }).then(refresh), { title: 'Not restored' })
  const remove = async () => {
    const deleted = call('DELETE /api/lorebooks/:id', { params: { id } }).then(refresh)
    if (!(await toastIfFailed(deleted, { title: 'Not deleted' }))) return
    toast({ title: `${name} was deleted`, action: { label: 'Undo', onSelect: () => void restore() } })
  }
  return (
    <li>
      <Card className="relative flex items-center gap-4 p-4 transition-colors duration-150 hover:border-line-strong">
        <div className="min-w-0 flex-1">
          <h3 dir="auto" className="text-lg">
            <Link to={lorebookPath(id)} className="break-words after:absolute after:inset-0 hover:underline">
              {name}
            </Link>
          </h3>
          <p className="text-ink-soft text-sm">{counted(entryCount, 'entry', 'entries')}</p>
        </div>
        <Button
          variant="quiet"
          size="icon"
          icon={Trash2}
          className="relative"
          aria-label={`Delete ${name}`}
          onClick={() => void remove()}
        />
      </Card>
    </li>
  )
}
