import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type ListedRevision, revisionLimits } from '#shared/character-revisions.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { FieldChanges, fieldNames } from '../field-changes.tsx'
import { changesBetween } from './creator-values.ts'

interface VersionsDialogProps {
  id: string
  form: UseFormReturn<CharacterFields>
  onRestore: (revisionId: string | undefined) => void
}

const time = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' })

const megabytes = revisionLimits.lorebooksPerAccount / 1_000_000
const about = `Each save that changes something is kept: the newest ${revisionLimits.perCharacter} versions, and ${megabytes} MB of earlier lorebooks of all your characters. Chats keep the version that they began with.`

/** The versions of a character that were saved. An earlier one can be filled into the form again. */
export function VersionsDialog({ id, form, onRestore }: VersionsDialogProps) {
  const [shown, setShown] = useState<ListedRevision | null>(null)
  return (
    <Dialog
      title={shown ? time.format(shown.createdAt) : 'Versions'}
      description={shown ? 'What would change if you restore this version and save.' : about}
      className="sm:!max-w-[42rem]"
    >
      {shown ? (
        <Version {...{ id, form, onRestore }} revision={shown} onBack={() => setShown(null)} />
      ) : (
        <VersionList id={id} onShow={setShown} />
      )}
    </Dialog>
  )
}

function VersionList({ id, onShow }: { id: string; onShow: (revision: ListedRevision) => void }) {
  const query = useQuery({ ...queryOf('GET /api/characters/:id/revisions', { params: { id } }), staleTime: 0 })
  if (query.isError) return <LoadError isShort what="the versions" query={query} />
  if (query.isFetching) return <Skeleton className="h-40 w-full rounded-md" />
  return (
    <ol className="-mx-3 flex flex-col">
      {query.data?.map((revision, index) => (
        <li key={revision.id}>
          <button
            type="button"
            onClick={() => onShow(revision)}
            className="flex min-h-14 w-full items-center gap-3 rounded-md px-3 py-2 text-left transition-colors duration-150 hover:bg-sunken"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-[550] text-sm">
                {time.format(revision.createdAt)}
                {index === 0 && <span className="font-normal text-ink-soft"> · saved last</span>}
              </span>
              <span className="block text-ink-soft text-sm">
                {revision.changed.length > 0 ? `Changed: ${fieldNames(revision.changed)}` : 'The first version'}
              </span>
            </span>
            <ChevronRight aria-hidden size={17} className="shrink-0 text-ink-soft" />
          </button>
        </li>
      ))}
    </ol>
  )
}

interface VersionProps extends VersionsDialogProps {
  revision: ListedRevision
  onBack: () => void
}

function Version({ id, form, revision, onRestore, onBack }: VersionProps) {
  const close = useClose()
  const params = { id, revisionId: revision.id }
  const query = useQuery(queryOf('GET /api/characters/:id/revisions/:revisionId', { params }))
  const current = form.getValues()
  const { lorebook, ...fields } = query.data ?? {}
  const changes = lorebook && [
    ...changesBetween(current, { ...current, ...fields }),
    ...(lorebook.before === lorebook.after ? [] : [{ field: 'lorebook', ...lorebook }]),
  ]
  const fill = (values: CharacterFields, lorebookOf?: string) => {
    form.reset(values, { keepDefaultValues: true })
    onRestore(lorebookOf)
  }
  const restore = () => {
    fill({ ...current, ...fields }, revision.id)
    close()
    toast({
      title: 'The version is in the form',
      description: 'Save to make it the current one, with its lorebook.',
      action: { label: 'Undo', onSelect: () => fill(current) },
    })
  }
  return (
    <div className="flex flex-col gap-6">
      {query.isPending && <Skeleton className="h-40 w-full rounded-md" />}
      <LoadError isShort what="the versions" query={query} />
      {changes?.length === 0 && <p className="text-ink-soft">It is the same as what is in the form.</p>}
      {changes && changes.length > 0 && <FieldChanges changes={changes} />}
      <div className="dialog-end flex flex-wrap justify-between gap-2.5">
        <Button variant="outline" icon={ArrowLeft} onClick={onBack}>
          All versions
        </Button>
        {changes && changes.length > 0 && <Button onClick={restore}>Restore this version</Button>}
      </div>
    </div>
  )
}
