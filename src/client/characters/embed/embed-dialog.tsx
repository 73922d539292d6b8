import { useState } from 'react'
import { z } from 'zod'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { confirmDialog } from '#client/ui/confirm.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextareaField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { embedLimits } from '#shared/embed-limits.ts'
import { type Embed, EmbedRequest } from '#shared/embeds.ts'
import { escapeHtml } from '#shared/escape-html.ts'

const linesOf = (text: string) => text.split('\n').filter((line) => !isBlank(line))
/** The websites as the field has them, one a line. */
const Fields = z.object({ origins: z.string().transform(linesOf).pipe(EmbedRequest.shape.origins) })

/** Which websites may embed a chat with the character, and what they put into their pages. */
export function EmbedDialog({
  character: { id, name },
  embed: initial,
}: {
  character: CharacterSummary
  embed: Embed
}) {
  const close = useClose()
  const [{ token }, setEmbed] = useState(initial)
  const form = useSchemaForm(Fields, { origins: initial.origins.join('\n') })
  const params = { id }
  const save = async (body: z.output<typeof Fields>) => {
    const saved = await call('PUT /api/characters/:id/embed', { params, body })
    setEmbed(saved)
    form.reset({ origins: saved.origins.join('\n') })
    toast({ title: 'Saved' })
    // The dialog stays open for the HTML.
    return token !== null
  }
  const remove = () =>
    confirmDialog.open({
      title: `Remove the chat with ${name} from all websites?`,
      text: 'Their visitors then see that the chat is not open any more. If you embed it again, the HTML is another.',
      action: 'Remove',
      isDangerous: true,
      onConfirm: async () => {
        await call('DELETE /api/characters/:id/embed', { params })
        close()
      },
    })
  return (
    <FormDialog
      title={`Embed ${name}`}
      description="Visitors of your website chat without an account. Nothing is stored, and each reply counts as one of your messages."
      form={form}
      label={token === null ? 'Create the HTML' : 'Save'}
      onSave={save}
      footer={token !== null && <Snippet token={token} name={name} onRemove={remove} />}
    >
      <TextareaField
        {...form.field(
          'origins',
          'Websites',
          `One a line, up to ${embedLimits.origins}, such as https://example.org. No other website can show the chat.`,
        )}
        placeholder="https://example.org"
        autoComplete="off"
        spellCheck={false}
      />
    </FormDialog>
  )
}

function Snippet({ token, name, onRemove }: { token: string; name: string; onRemove: () => void }) {
  const src = `${window.location.origin}/embed/${token}`
  const html = `<iframe src="${src}" title="Chat with ${escapeHtml(name)}" style="width: 100%; height: 560px; border: 0"></iframe>`
  return (
    <div className="mt-6 border-line border-t pt-4">
      <div className="flex items-center justify-between">
        <h3 className="font-[550] text-sm">HTML for your website</h3>
        <CopyButton text={html} label="Copy the HTML" />
      </div>
      <p className="rounded-md bg-sunken p-3 font-mono text-xs [overflow-wrap:anywhere]">{html}</p>
      <Button variant="quiet" className="-ml-3 mt-2" onClick={onRemove}>
        Remove from all websites
      </Button>
    </div>
  )
}
