import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Check, type LucideIcon, TrendingUp, X } from 'lucide-react'
import { type ChangeEvent, useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import type { ButtonVariant } from '#client/ui/button-class.ts'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { toast } from '#client/ui/toast-store.ts'
import {
  describeAction,
  effectOf,
  type Flag,
  type FlagAction,
  FlagActionRequest,
  flagTransitions,
} from '#shared/flags.ts'
import { moderationLimits } from '#shared/moderation.ts'
import { severeFrom } from '../alerts/alert-notices.ts'
import { auditKey } from '../audit/audit-api.ts'
import { actOnFlag, flagKeys, flagOfError } from './flag-api.ts'
import { applyFlag } from './flag-cache.ts'
import { actionLabels, actionsDone, describeConflict } from './flag-labels.ts'
import { noteDrafts } from './note-draft.ts'

/** There is one open flag at a time. */
export const noteName = 'notes'
export const actionButtonId = (action: FlagAction) => `flag-action-${action}`

const buttons: { action: FlagAction; icon: LucideIcon; variant: ButtonVariant; key: string }[] = [
  { action: 'approve', icon: Check, variant: 'primary', key: 'a' },
  { action: 'dismiss', icon: X, variant: 'outline', key: 'd' },
  { action: 'escalate', icon: TrendingUp, variant: 'outline', key: 'e' },
]
const suspensions = [1, 7, 30, 365]

/** Where `suspendDays` is 0, nobody is suspended. */
const DecisionFields = FlagActionRequest.pick({ notes: true }).extend({ suspendDays: z.number() })

interface DecisionPanelProps {
  flag: Flag
  viewerId: string
  /** The name of the other admin who works on the flag. */
  claimant: string | null
  onDone: () => void
}

/** The note and the actions, each with what it will do. */
export function DecisionPanel({ flag, viewerId, claimant, onDone }: DecisionPanelProps) {
  const id = useId()
  const form = useForm({
    resolver: zodResolver(DecisionFields),
    defaultValues: { notes: noteDrafts.read(viewerId, flag.id), suspendDays: 0 },
  })
  const [isOverriding, setOverriding] = useState(false)
  const act = useAct(flag, viewerId, onDone)
  const isBlocked = claimant !== null && !isOverriding
  const canSuspend = flag.subject !== null && effectOf(flag) !== 'none' && flag.category !== 'appeal'
  const submit = (action: FlagAction) =>
    form.handleSubmit(({ notes, suspendDays }) => {
      const suspension = action === 'approve' && suspendDays > 0 ? { suspendDays } : {}
      act.mutate({ action, notes, ...(isOverriding ? { override: true } : {}), ...suspension })
    })()
  return (
    <section aria-label="Decision" className="@container flex flex-col gap-3">
      {claimant !== null && (
        <label className="flex min-h-11 items-center gap-3 rounded-md bg-curtain-wash px-3 py-2 text-sm">
          <input
            type="checkbox"
            checked={isOverriding}
            onChange={(event) => setOverriding(event.target.checked)}
            className="choice"
          />
          {claimant} is working on this flag. Decide it anyway.
        </label>
      )}
      <div className="flex flex-wrap gap-3">
        <Field
          label="Note"
          aside={noteAside(flag)}
          error={form.formState.errors.notes?.message}
          className="min-w-56 flex-1"
        >
          {(control) => (
            <Textarea
              {...control}
              {...form.register(noteName, {
                onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
                  noteDrafts.save(viewerId, flag.id, target.value),
              })}
              rows={1}
              dir="auto"
              maxLength={moderationLimits.note}
              placeholder="The reason for your decision"
              // One line until something is written: the actions below stay in view.
              style={{ minHeight: '44px', maxHeight: '10rem' }}
            />
          )}
        </Field>
        {canSuspend && (
          <Field label="With approval, suspend" className="w-44 max-sm:w-full">
            {(control) => (
              <Select {...control} {...form.register('suspendDays', { valueAsNumber: true })}>
                <option value={0}>Nobody</option>
                {suspensions.map((days) => (
                  <option key={days} value={days}>
                    Account, {days === 1 ? '1 day' : `${days} days`}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        )}
      </div>
      <div className="grid grid-cols-1 @xl:grid-cols-3 gap-x-3 gap-y-2">
        {buttons.map(({ action, icon: Icon, variant, key }) => {
          const isPossible = flagTransitions[flag.status][action] !== undefined
          return (
            <div
              key={action}
              className="flex @max-xl:flex-wrap @xl:flex-col items-center @xl:items-stretch gap-x-3 gap-y-1.5"
            >
              <Button
                id={actionButtonId(action)}
                variant={variant}
                disabled={act.isPending || isBlocked || !isPossible}
                aria-describedby={`${id}-${action}`}
                aria-keyshortcuts={key}
                onClick={() => void submit(action)}
                className="@max-xl:w-[8rem] @max-xl:shrink-0"
              >
                <Icon aria-hidden size={16} />
                {actionLabels[action]}
              </Button>
              <p
                id={`${id}-${action}`}
                className="@max-xl:flex-[1_1_8rem] text-pretty text-ink-soft text-xs leading-snug"
              >
                {isPossible ? describeAction(action, flag) : 'This flag was already escalated.'}
              </p>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** Notes are optional. The label recommends one where other admins will read it. */
function noteAside(flag: Flag): string {
  return flag.severity >= severeFrom ? 'optional, useful at this severity' : 'optional'
}

/** Posts an action. After a conflict the flag is shown as it is now, with who decided it. */
function useAct(flag: Flag, viewerId: string, onDone: () => void) {
  const queryClient = useQueryClient()
  const apply = (changed: Flag) => applyFlag(queryClient, changed, { id: viewerId, now: Date.now() })
  return useMutation({
    mutationFn: (request: Parameters<typeof actOnFlag>[1]) => actOnFlag(flag.id, request),
    onSuccess: (changed, { action = 'approve' }) => {
      apply(changed)
      noteDrafts.save(viewerId, flag.id, '')
      void queryClient.invalidateQueries({ queryKey: auditKey })
      toast({ title: 'Action completed', description: `You ${actionsDone[action]} this flag: ${changed.summary}` })
      onDone()
    },
    onError: (error) => {
      const current = flagOfError(error)
      if (current) apply(current)
      else void queryClient.invalidateQueries({ queryKey: flagKeys.one(flag.id), exact: true })
      const conflict = current && describeConflict(current, Date.now())
      toast({
        variant: 'destructive',
        title: 'Error',
        description: conflict ?? errorText(error, 'Failed to process flag action'),
      })
    },
  })
}
