import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type Flag, flagLimits } from '#shared/flags.ts'
import { moderationLimits } from '#shared/moderation.ts'
import { dismissFlags } from './flag-api.ts'
import { refetchFlags } from './flag-cache.ts'

interface BulkDismissalProps {
  /** The selected flags. */
  flags: readonly Flag[]
  onClear: () => void
}

/** The bar above the queue while flags are selected, and its dialog. */
export function BulkDismissal({ flags, onClear }: BulkDismissalProps) {
  const [isOpen, setOpen] = useState(false)
  if (flags.length === 0) return null
  return (
    <div className="sticky top-0 z-10 flex flex-wrap items-center gap-2 border-line border-b bg-sunken px-3 py-2">
      <p role="status" className="mr-auto font-[550] text-sm">
        {flags.length} selected
      </p>
      <Button variant="quiet" onClick={onClear}>
        Clear
      </Button>
      <Button onClick={() => setOpen(true)}>Dismiss…</Button>
      {isOpen && <BulkDialog flags={flags} onClose={() => setOpen(false)} onDone={onClear} />}
    </div>
  )
}

interface BulkDialogProps {
  flags: readonly Flag[]
  onClose: () => void
  onDone: () => void
}

function BulkDialog({ flags, onClose, onDone }: BulkDialogProps) {
  const queryClient = useQueryClient()
  const [notes, setNotes] = useState('')
  const ids = flags.slice(0, flagLimits.bulk).map(({ id }) => id)
  const dismiss = useMutation({
    mutationFn: () => dismissFlags(ids, notes.trim()),
    onSuccess: ({ flags: dismissed, skipped }) => {
      const skippedText =
        skipped.length > 0 ? ` ${skipped.length} were left: another admin has them, or decided them.` : ''
      toast({ title: 'Action completed', description: `${dismissed.length} flags dismissed.${skippedText}` })
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
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={ids.length === 1 ? 'Dismiss 1 flag' : `Dismiss ${ids.length} flags`}
      description="Closes each of them: nothing was wrong. Characters that were held back are in the gallery again. Every flag gets its own entry in the audit log, with this note."
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          dismiss.mutate()
        }}
        className="flex flex-col gap-4"
      >
        <Field label="Note for all of them" aside="optional">
          {(control) => (
            <Textarea
              {...control}
              dir="auto"
              maxLength={moderationLimits.note}
              value={notes}
              onChange={(event) => setNotes(event.target.value)}
              placeholder="Duplicates of …"
            />
          )}
        </Field>
        <Button type="submit" disabled={dismiss.isPending}>
          {dismiss.isPending ? 'Dismissing…' : ids.length === 1 ? 'Dismiss 1 flag' : `Dismiss ${ids.length} flags`}
        </Button>
      </form>
    </Dialog>
  )
}
