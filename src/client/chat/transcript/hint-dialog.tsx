import { type FormEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { chatLimits } from '#shared/chat.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { regenerate } from './message-actions.ts'

interface HintDialogProps {
  store: ConversationStore
  message: ConversationMessage
  onClose: () => void
}

const examples = ['Shorter', 'More dialogue', 'Slower, with more detail', 'Take the story somewhere else']

/** Asks what should be different in the next version of a reply. */
export function HintDialog({ store, message, onClose }: HintDialogProps) {
  const [hint, setHint] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (hint.trim() === '') return
    onClose()
    regenerate(store, message, hint)
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="New version with a hint"
      description="The character follows your hint and does not mention it. It is not part of the story."
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        <Field label="What should be different?">
          {(control) => (
            <Textarea
              {...control}
              rows={2}
              value={hint}
              maxLength={chatLimits.hint}
              onChange={(event) => setHint(event.target.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing) submit(event)
              }}
            />
          )}
        </Field>
        <ul aria-label="Examples" className="flex flex-wrap gap-2">
          {examples.map((example) => (
            <li key={example}>
              <Button
                variant="outline"
                className="!rounded-full !px-3.5 !text-sm"
                onClick={() => setHint((text) => (text.trim() === '' ? example : `${text.trimEnd()}. ${example}`))}
              >
                {example}
              </Button>
            </li>
          ))}
        </ul>
        <div className="flex justify-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={hint.trim() === ''}>
            Write new version
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
