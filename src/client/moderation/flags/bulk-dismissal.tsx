import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { BulkDismissalRequest, type Flag, flagLimits } from '#shared/flags.ts'
import { moderationLimits } from '#shared/moderation.ts'
import { dismissFlags } from './flag-api.ts'
import { refetchFlags } from './flag-cache.ts'
import { describeDismissal } from './flag-labels.ts'
import { useTriageKeys } from './use-triage-keys.ts'

interface BulkDismissalProps {
  /** The selected flags. */
  flags: readonly Flag[]
  /** How many of the queue can be selected. */
  selectable: number
  onSelectAll: () => void
  onClear: () => void
}

/** The bar above the queue while flags are selected, and its dialog. */
export function BulkDismissal({ flags, selectable, onSelectAll, onClear }: BulkDismissalProps) {
  const [isOpen, setOpen] = useState(false)
  useTriageKeys({ b: () => setOpen(flags.length > 0) })
  if (flags.length === 0) return null
  return (
    <div className="@container sticky top-0 z-10 border-line border-b bg-sunken px-3 py-2">
      <div className="flex flex-wrap items-center gap-x-1 gap-y-2">
        <p role="status" className="mr-auto font-[550] text-sm">
          {flags.length} selected
        </p>
        {flags.length < selectable && (
          <Button variant="quiet" className="px-3" onClick={onSelectAll}>
            Select all {selectable}
          </Button>
        )}
        <Button variant="quiet" className="px-3" onClick={onClear}>
          Clear
        </Button>
        <Button className="@max-md:basis-full" aria-keyshortcuts="b" onClick={() => setOpen(true)}>
          Dismiss…
        </Button>
      </div>
      {isOpen && <BulkDialog flags={flags} onClose={() => setOpen(false)} onDone={onClear} />}
    </div>
  )
}

const BulkFields = BulkDismissalRequest.pick({ notes: true })

interface BulkDialogProps {
  flags: readonly Flag[]
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ flags, onClose, onDone }: BulkDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(BulkFields), defaultValues: { notes: '' } })
  const ids = flags.slice(0, flagLimits.bulk).map(({ id }) => id)
  const dismiss = useMutation({
    mutationFn: ({ notes }: { notes: string }) => dismissFlags(ids, notes),
    onSuccess: ({ flags: dismissed, skipped }) => {
      toast({ title: 'Action completed', description: describeDismissal(dismissed.length, skipped.length) })
      onDone()
      onClose()
    },
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: 'Error',
        description: errorText(error, 'Failed to process flag action'),
      }),
    onSettled: () => refetchFlags(queryClient),
  })
  const title = ids.length === 1 ? 'Dismiss 1 flag' : `Dismiss ${ids.length} flags`
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description="Closes each of them: nothing was wrong. Characters that were held back are in the gallery again. Every flag gets its own entry in the audit log, with this note."
    >
      <form onSubmit={form.handleSubmit((fields) => dismiss.mutate(fields))} noValidate className="flex flex-col gap-4">
        <Field label="Note for all of them" aside="optional" error={form.formState.errors.notes?.message}>
          {(control) => (
            <Textarea
              {...control}
              {...form.register('notes')}
              dir="auto"
              maxLength={moderationLimits.note}
              placeholder="Duplicates of …"
            />
          )}
        </Field>
        <FormEnd isSubmitting={dismiss.isPending} label={title} submittingLabel="Dismissing…" />
      </form>
    </Dialog>
  )
}
