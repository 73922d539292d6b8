import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { TextareaField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { isBlank } from '#engine/is-blank.ts'
import { chatLimits } from '#shared/chat.ts'
import { VersionOptions } from '#shared/turns.ts'
import { regenerate } from '../actions/message-actions.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationStore } from '../store/use-conversation.ts'

const examples = ['Shorter', 'More dialogue', 'Slower, with more detail', 'Take the story somewhere else']

const HintFields = VersionOptions.extend({
  hint: VersionOptions.shape.hint.unwrap().refine((hint) => !isBlank(hint), 'Say what should be different'),
})

export function HintDialog({ message }: { message: ConversationMessage }) {
  const close = useClose()
  const store = useConversationStore()
  const form = useSchemaForm(HintFields, { hint: '' })
  const isEmpty = isBlank(form.watch('hint'))
  const save = async (options: VersionOptions) => {
    close()
    regenerate(store, message, options)
  }
  const add = (example: string) => {
    const text = form.getValues('hint').trimEnd()
    form.setValue('hint', text === '' ? example : `${text}. ${example}`)
  }
  return (
    <FormDialog
      title="New version with a hint"
      description="The character follows your hint and does not mention it. It is not part of the story."
      form={form}
      isDisabled={isEmpty}
      label="Write new version"
      onSave={save}
    >
      <TextareaField
        {...form.field('hint', 'What should be different?')}
        rows={2}
        maxLength={chatLimits.hint}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
      />
      <ul aria-label="Examples" className="flex flex-wrap gap-2">
        {examples.map((example) => (
          <li key={example}>
            <Button
              variant="outline"
              className="!rounded-full !px-3.5 !text-sm whitespace-normal"
              onClick={() => add(example)}
            >
              {example}
            </Button>
          </li>
        ))}
      </ul>
    </FormDialog>
  )
}
