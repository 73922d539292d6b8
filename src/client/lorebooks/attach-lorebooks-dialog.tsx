import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Link } from 'react-router'
import { counted } from '#client/lib/format-count.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

interface AttachLorebooksDialogProps {
  title: string
  description: string
  /** Reads which are chosen now. `key` names the request for the cache. */
  chosen: { key: string; read: () => Promise<string[]> }
  onSave: (ids: string[]) => Promise<unknown>
}

/** Chooses lorebooks of the user, for a conversation or a persona. */
export function AttachLorebooksDialog({ title, description, chosen, onSave }: AttachLorebooksDialogProps) {
  const list = useQuery({ ...queryOf('GET /api/lorebooks'), staleTime: 0 })
  const present = useQuery({ queryKey: ['attached lorebooks', chosen.key], queryFn: chosen.read, gcTime: 0 })
  const form = useForm<{ ids: string[] }>({ values: { ids: present.data ?? [] } })
  const ids = form.watch('ids')
  const error = list.error ?? present.error
  const isLoaded = list.data !== undefined && present.data !== undefined
  const toggle = (id: string, isOn: boolean) =>
    form.setValue('ids', isOn ? [...ids, id] : ids.filter((one) => one !== id), { shouldDirty: true })
  return (
    <FormDialog
      title={title}
      description={description}
      form={form}
      isDisabled={!isLoaded || list.data.lorebooks.length === 0}
      onSave={({ ids: next }) => onSave(next)}
    >
      {!isLoaded && !error && <Skeleton className="h-32 rounded-md" />}
      {error && (
        <LoadError
          isShort
          what="your lorebooks"
          query={{ error, refetch: () => Promise.all([list.refetch(), present.refetch()]) }}
        />
      )}
      {isLoaded && list.data.lorebooks.length === 0 && (
        <p className="text-ink-soft text-sm">You have no lorebooks yet. Create or import one first.</p>
      )}
      {isLoaded && list.data.lorebooks.length > 0 && (
        <fieldset className="-mx-2.5 flex max-h-[40dvh] min-w-0 flex-col overflow-y-auto py-1">
          <legend className="sr-only">Lorebooks</legend>
          {list.data.lorebooks.map(({ id, name, entryCount }) => (
            <label
              key={id}
              className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-2.5 hover:bg-curtain-wash/60"
            >
              <input
                type="checkbox"
                className="choice"
                checked={ids.includes(id)}
                onChange={({ target }) => toggle(id, target.checked)}
              />
              <span dir="auto" className="line-clamp-2 min-w-0 flex-1 font-[550] text-sm wrap-anywhere">
                {name}
              </span>
              <span className="shrink-0 text-ink-soft text-xs">{counted(entryCount, 'entry', 'entries')}</span>
            </label>
          ))}
        </fieldset>
      )}
      <Link
        to="/lorebooks"
        className="inline-flex min-h-11 items-center self-start text-sm underline underline-offset-4"
      >
        Manage lorebooks
      </Link>
    </FormDialog>
  )
}
