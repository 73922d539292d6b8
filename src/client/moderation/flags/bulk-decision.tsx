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
import { areOfOneKind, BulkActionRequest, describeAction, type Flag, flagLimits } from '#shared/flags.ts'
import { flagCategories, moderationLimits } from '#shared/moderation.ts'
import { decideFlags } from './flag-api.ts'
import { refetchFlags } from './flag-cache.ts'
import { describeBulk } from './flag-labels.ts'
import { useTriageKeys } from './use-triage-keys.ts'

interface BulkDecisionProps {
  /** The selected flags. */
  flags: readonly Flag[]
  /** How many of the queue can be selected. */
  selectable: number
  onSelectAll: () => void
  onClear: () => void
}

/** The bar above the queue while flags are selected, and its dialog. */
export function BulkDecision({ flags, selectable, onSelectAll, onClear }: BulkDecisionProps) {
  const [asked, setAsked] = useState<'approve' | 'dismiss' | null>(null)
  useTriageKeys({ b: () => flags.length > 0 && setAsked('dismiss') })
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
        {areOfOneKind(flags) && (
          <Button variant="outline" className="@max-md:flex-1" onClick={() => setAsked('approve')}>
            Approve…
          </Button>
        )}
        <Button className="@max-md:flex-1" aria-keyshortcuts="b" onClick={() => setAsked('dismiss')}>
          Dismiss…
        </Button>
      </div>
      {asked && <BulkDialog flags={flags} action={asked} onClose={() => setAsked(null)} onDone={onClear} />}
    </div>
  )
}

const BulkFields = BulkActionRequest.pick({ notes: true, reason: true })

interface BulkDialogProps {
  flags: readonly Flag[]
  action: 'approve' | 'dismiss'
  onClose: () => void
  onDone: () => void
}

const verbs = { approve: ['Approve', 'Approving…'], dismiss: ['Dismiss', 'Dismissing…'] } as const

function BulkDialog({ flags, action, onClose, onDone }: BulkDialogProps) {
  const queryClient = useQueryClient()
  const form = useForm({ resolver: zodResolver(BulkFields), defaultValues: { notes: '', reason: '' } })
  const decided = flags.slice(0, flagLimits.bulk)
  const ids = decided.map(({ id }) => id)
  const [first] = decided
  const decide = useMutation({
    mutationFn: (fields: { notes: string; reason: string }) => decideFlags({ ids, action, ...fields }),
    onSuccess: ({ flags: changed, skipped }) => {
      toast({ title: 'Action completed', description: describeBulk(action, changed.length, skipped.length) })
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
  const [verb, busy] = verbs[action]
  const title = ids.length === 1 ? `${verb} 1 flag` : `${verb} ${ids.length} flags`
  const effect =
    action === 'approve' && first
      ? `${ids.length === 1 ? 'The flag is right' : 'Each of them is right'}: ${flagCategories[first.category].label}. ${describeAction('approve', first)}`
      : 'Closes each of them: nothing was wrong. Characters that were held back are in the gallery again.'
  const { errors } = form.formState
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={title}
      description={`${effect} Every flag gets its own entry in the audit log, with this note.`}
    >
      <form onSubmit={form.handleSubmit((fields) => decide.mutate(fields))} noValidate className="flex flex-col gap-4">
        {action === 'approve' && (
          <Field label="What the people whom it affects read" aside="optional" error={errors.reason?.message}>
            {(control) => (
              <Textarea {...control} {...form.register('reason')} dir="auto" maxLength={moderationLimits.note} />
            )}
          </Field>
        )}
        <Field
          label={action === 'dismiss' ? 'Note for all of them' : 'Note for moderators'}
          aside="optional"
          error={errors.notes?.message}
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register('notes')}
              dir="auto"
              maxLength={moderationLimits.note}
              placeholder={action === 'dismiss' ? 'Duplicates of …' : ''}
            />
          )}
        </Field>
        <FormEnd isSubmitting={decide.isPending} label={title} submittingLabel={busy} />
      </form>
    </Dialog>
  )
}
