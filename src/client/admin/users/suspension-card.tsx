import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { longDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { moderationLimits, reportCategories, reportCategoryNames, SuspensionRequest } from '#shared/moderation.ts'
import type { AdminUserDetails } from '#shared/users.ts'
import { type UserChange, useChangeUser } from './api.ts'
import { UserCard } from './user-card.tsx'

/** Suspends an account with a reason, and lifts the suspension. */
export function SuspensionCard({ details: { user } }: { details: AdminUserDetails }) {
  const { name, suspendedUntil } = user
  const change = useChangeUser(user.id)
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  const send = (request: UserChange) => change.mutate(request, { onSuccess: close })
  return (
    <UserCard title="Suspension">
      <p className="mt-1.5 text-pretty text-ink-soft">
        {suspendedUntil === null
          ? 'A suspended account can only read the reason, appeal, download its data or delete itself.'
          : `Suspended until ${longDate(suspendedUntil)}.`}
      </p>
      <Button variant="outline" className="mt-4" onClick={() => setOpen(true)}>
        {suspendedUntil === null ? 'Suspend' : 'Lift the suspension'}
      </Button>
      {isOpen && suspendedUntil === null && (
        <SuspendDialog name={name} isPending={change.isPending} onSend={send} onClose={close} />
      )}
      {isOpen && suspendedUntil !== null && (
        <ConfirmDialog
          title={`Lift the suspension of ${name}?`}
          text="The account can do everything again at once. The decisions stand, with their strikes and what they removed."
          action="Lift it"
          isPending={change.isPending}
          onConfirm={() => send({ method: 'DELETE', what: 'suspension', done: `${name} is no longer suspended.` })}
          onClose={close}
        />
      )}
    </UserCard>
  )
}

const lengths = [1, 3, 7, 30, 90, 365]

interface SuspendDialogProps {
  name: string
  isPending: boolean
  onSend: (change: UserChange) => void
  onClose: () => void
}

function SuspendDialog({ name, isPending, onSend, onClose }: SuspendDialogProps) {
  const form = useForm({
    resolver: zodResolver(SuspensionRequest),
    defaultValues: { category: 'other', days: 7, reason: '', notes: '' },
  })
  const { errors } = form.formState
  const days = form.watch('days')
  const label = days === 1 ? 'Suspend for 1 day' : `Suspend for ${days} days`
  const submit = form.handleSubmit((body) =>
    onSend({ method: 'POST', what: 'suspension', body, done: `${name} is suspended.` }),
  )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Suspend ${name}?`}
      description="At once. The owner reads the reason, and can appeal. Somebody else decides the appeal."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-5">
        <Field label="Rule" help="The owner is shown this.">
          {(control) => (
            <Select {...control} {...form.register('category')}>
              {reportCategoryNames.map((name) => (
                <option key={name} value={name}>
                  {reportCategories[name].label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label="For">
          {(control) => (
            <Select {...control} {...form.register('days', { valueAsNumber: true })}>
              {lengths.map((length) => (
                <option key={length} value={length}>
                  {length === 1 ? '1 day' : `${length} days`}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field label={`What ${name} reads`} aside="optional" error={errors.reason?.message}>
          {(control) => (
            <Textarea {...control} {...form.register('reason')} rows={3} dir="auto" maxLength={moderationLimits.note} />
          )}
        </Field>
        <Field label="Note" aside="optional" help="For moderators only." error={errors.notes?.message}>
          {(control) => (
            <Textarea {...control} {...form.register('notes')} rows={3} maxLength={moderationLimits.note} />
          )}
        </Field>
        <FormEnd isSubmitting={isPending} label={label} submittingLabel={label} variant="danger" onCancel={onClose} />
      </form>
    </Dialog>
  )
}
