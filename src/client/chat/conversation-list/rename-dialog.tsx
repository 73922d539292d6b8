import { type FormEvent, useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { type Conversation, ConversationPatch } from '#shared/chat.ts'
import { titleOf } from '../conversation-title.ts'
import { useChangeConversation } from './conversation-list-api.ts'

export function RenameDialog({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const rename = useChangeConversation()
  const [title, setTitle] = useState(titleOf(conversation))
  const [problem, setProblem] = useState('')

  const save = (event: FormEvent) => {
    event.preventDefault()
    const checked = ConversationPatch.safeParse({ title })
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? '')
    rename.mutate(
      { conversation, changes: checked.data },
      {
        onSuccess: onClose,
        onError: (error) => setProblem(errorText(error, 'The new name was not saved. Please try again.')),
      },
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Rename conversation">
      <form onSubmit={save} className="flex flex-col gap-5">
        <Field label="Title" error={problem || undefined}>
          {(control) => (
            <Input
              {...control}
              value={title}
              onChange={(event) => {
                setTitle(event.target.value)
                setProblem('')
              }}
              onFocus={(event) => event.target.select()}
              autoComplete="off"
            />
          )}
        </Field>
        <div className="flex justify-end gap-2.5">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={rename.isPending}>
            {rename.isPending ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
