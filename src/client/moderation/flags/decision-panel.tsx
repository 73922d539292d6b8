import { useMutation } from '@tanstack/react-query'
import { Check, type LucideIcon, TrendingUp, X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react'
import { z } from 'zod'
import { useUser } from '#client/accounts/session.ts'
import { counted } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { invalidate } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import type { ButtonVariant } from '#client/ui/button-class.ts'
import { SelectField } from '#client/ui/form-field.tsx'
import { NoteField } from '#client/ui/note-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import {
  canWarn,
  describeAction,
  type Flag,
  type FlagAction,
  FlagActionRequest,
  flagTransitions,
} from '#shared/flags.ts'
import { type ReportCategory, reportCategories, reportCategoryNames } from '#shared/moderation.ts'
import { severeFrom } from '../severity-badge.tsx'
import { decisionDrafts } from './decision-draft.ts'
import { applyFlag, type FlagAct, showFlagError, undoApproval } from './flag-api.ts'
import { actionLabels, actionsDone, personName } from './flag-labels.ts'
import { reasonTemplates } from './reason-templates.ts'

/** There is one open flag at a time. */
export const noteName = 'notes'
export const actionButtonId = (action: FlagAction) => `flag-action-${action}`

const buttons: { action: FlagAction; icon: LucideIcon; variant: ButtonVariant; key: string }[] = [
  { action: 'approve', icon: Check, variant: 'primary', key: 'a' },
  { action: 'dismiss', icon: X, variant: 'outline', key: 'd' },
  { action: 'escalate', icon: TrendingUp, variant: 'outline', key: 'e' },
]
const suspensions = [1, 7, 30, 365]
const selectClass = 'w-52 @xl:w-60 max-sm:w-full'

/** `outcome`: what approving does: `plain`, `warn`, or the days of a suspension. `rule`: empty for the flag's category. */
const DecisionFields = FlagActionRequest.pick({ notes: true, reason: true }).extend({
  rule: z.union([z.literal(''), z.enum(reportCategoryNames)]),
  outcome: z.string(),
})

export interface DecisionPanelProps {
  flag: Flag
  /** The name of the other admin who works on the flag. */
  claimant: string | null
  onDone: () => void
}

/** The note and the actions, each with what it will do. */
export function DecisionPanel({ flag, claimant, onDone }: DecisionPanelProps) {
  const { id: viewerId } = useUser()
  const id = useId()
  const form = useSchemaForm(DecisionFields, {
    notes: decisionDrafts.read(viewerId, flag.id, 'notes'),
    reason: decisionDrafts.read(viewerId, flag.id, 'reason'),
    rule: '',
    outcome: 'plain',
  })
  const [isOverriding, setOverriding] = useState(false)
  const act = useAct(flag, viewerId, onDone)
  const isBlocked = claimant !== null && !isOverriding
  const canChoose = canWarn(flag)
  const isAppeal = flag.category === 'appeal'
  const isRead = flag.subject !== null && (canChoose || (isAppeal && flag.previousFlagId !== null))
  const isGiven = (action: FlagAction) => isRead && (isAppeal || action === 'approve')
  const textField = (name: 'notes' | 'reason', label: string) => ({
    ...form.field(name, label),
    rules: {
      onChange: ({ target }: ChangeEvent<HTMLTextAreaElement>) =>
        decisionDrafts.save(viewerId, flag.id, name, target.value),
    },
    fieldClassName: 'min-w-56 flex-1',
    rows: 1,
    // One line until something is written: the actions below stay in view.
    style: { minHeight: '44px', maxHeight: '10rem' },
    // The keys of the queue work again.
    onKeyDown: ({ key, currentTarget }: KeyboardEvent<HTMLTextAreaElement>) => key === 'Escape' && currentTarget.blur(),
  })
  const submit = (action: FlagAction) =>
    form.handleSubmit(({ notes, reason, rule, outcome }) =>
      act.mutate({
        action,
        notes,
        override: isOverriding ? true : undefined,
        reason: isGiven(action) ? reason : undefined,
        rule: (isGiven(action) && rule) || undefined,
        ...(action === 'approve' ? chosenOutcome(outcome) : {}),
      }),
    )()
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
        <NoteField
          {...textField(noteName, 'Note for moderators')}
          // Other admins will read it.
          aside={flag.severity >= severeFrom ? 'recommended' : 'optional'}
          placeholder="What others should know"
        />
        {canChoose && (
          <SelectField
            {...form.field('outcome', 'Approving means')}
            fieldClassName={selectClass}
            options={[
              ['plain', flag.targetType === 'user' ? 'A strike' : 'Removal and strike'],
              ['warn', 'A warning only'],
              ...suspensions.map((days) => [days, `… and suspended for ${counted(days, 'day')}`] as const),
            ]}
          />
        )}
      </div>
      {isRead && flag.subject && (
        <div className="flex flex-wrap gap-3">
          <NoteField
            {...textField('reason', `What ${personName(flag.subject)} reads`)}
            aside="optional"
            placeholder={isAppeal ? 'Why you decide so' : 'Why, and what to do next'}
          />
          {!isAppeal && (
            <SelectField
              {...form.field('rule', 'Rule, with a text for it')}
              fieldClassName={selectClass}
              rules={{
                onChange: ({ target }: ChangeEvent<HTMLSelectElement>) =>
                  form.setValue('reason', suggestReason(form.getValues('reason') ?? '', target.value)),
              }}
              options={[
                ['', 'As flagged'],
                ...reportCategoryNames.map((name) => [name, reportCategories[name].label] as const),
              ]}
            />
          )}
        </div>
      )}
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
                icon={Icon}
                disabled={act.isPending || isBlocked || !isPossible}
                aria-describedby={`${id}-${action}`}
                aria-keyshortcuts={key}
                onClick={() => void submit(action)}
                className="@max-xl:w-[8rem] @max-xl:shrink-0"
              >
                {actionLabels[action]}
              </Button>
              <p
                id={`${id}-${action}`}
                className="@max-xl:flex-[1_1_8rem] text-pretty text-ink-soft text-xs leading-snug"
              >
                {isPossible
                  ? describeAction(action, flag, form.watch('outcome') === 'warn')
                  : 'This flag was already escalated.'}
              </p>
            </div>
          )
        })}
      </div>
    </section>
  )
}

/** What the request of an approval says about its outcome. */
function chosenOutcome(outcome: string): Pick<Partial<FlagActionRequest>, 'warn' | 'suspendDays'> {
  if (outcome === 'plain') return {}
  return outcome === 'warn' ? { warn: true } : { suspendDays: Number(outcome) }
}

/** The text for a rule, in place of one for another rule; what the moderator has written stays. */
function suggestReason(written: string, rule: string): string {
  const isOwn = !isBlank(written) && !Object.values(reasonTemplates).includes(written.trim())
  if (isOwn) return written
  return rule ? reasonTemplates[rule as ReportCategory] : ''
}

/** Posts an action. After a conflict the flag is shown as it is now, with who decided it. */
function useAct(flag: Flag, viewerId: string, onDone: () => void) {
  return useMutation({
    mutationFn: async (body: FlagAct) =>
      (await call('POST /api/admin/flags/:id/action', { params: { id: flag.id }, body })).flag,
    onSuccess: (changed, { action = 'approve' }) => {
      applyFlag(changed)
      decisionDrafts.save(viewerId, flag.id, 'notes', '')
      decisionDrafts.save(viewerId, flag.id, 'reason', '')
      void invalidate('GET /api/admin/audits', 'GET /api/admin/audits/head')
      toast({
        title: 'Action completed',
        description: `You ${actionsDone[action]} this flag: ${changed.summary}`,
        action: action === 'approve' ? { label: 'Undo', onSelect: () => void undoApproval(changed.id) } : undefined,
      })
      onDone()
    },
    onError: (error) => showFlagError(error, 'Failed to process flag action'),
  })
}
