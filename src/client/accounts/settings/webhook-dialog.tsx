import { useUser } from '#client/accounts/session.ts'
import { call } from '#client/lib/http.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { canModerate } from '#shared/entitlements.ts'
import { type Webhook, WebhookRequest, webhookEventNames, webhookEvents, webhookLimits } from '#shared/webhooks.ts'

interface WebhookDialogProps {
  /** Without one, another is added. */
  webhook?: Webhook
  /** `secret`: of one that was added. */
  onSaved: (secret?: string) => void
}

export function WebhookDialog({ webhook, onSaved }: WebhookDialogProps) {
  const mayModerate = canModerate(useUser())
  const form = useSchemaForm(WebhookRequest, { url: '', events: ['reply.ended'], ...webhook })
  const save = async (body: WebhookRequest) => {
    if (!webhook) return onSaved((await call('POST /api/webhooks', { body })).secret)
    const { id } = webhook
    await call('PUT /api/webhooks/:id/events', { params: { id }, body: { events: body.events } })
    onSaved()
  }
  const offered = webhookEventNames.filter((name) => name !== 'flag.raised' || mayModerate)
  return (
    <FormDialog
      title={webhook ? 'Events of this webhook' : 'Add a webhook'}
      description={
        webhook
          ? webhook.url
          : 'We send a request to this address when something happens. It should be of a program of yours: it learns what you chat about.'
      }
      form={form}
      onSave={save}
      label={webhook ? 'Save' : 'Add webhook'}
    >
      {!webhook && (
        <InputField
          {...form.field('url', 'Address')}
          type="url"
          placeholder="https://example.org/troupe"
          autoComplete="off"
          maxLength={webhookLimits.url}
        />
      )}
      <fieldset className="flex flex-col">
        <legend className="mb-1 font-[550] text-sm">Tell it when</legend>
        {offered.map((name) => (
          <label key={name} className="flex min-h-11 cursor-pointer items-center gap-3 text-sm">
            <input type="checkbox" className="choice" value={name} {...form.register('events')} />
            {webhookEvents[name]}
          </label>
        ))}
        <ProblemText>{form.formState.errors.events?.message}</ProblemText>
      </fieldset>
    </FormDialog>
  )
}
