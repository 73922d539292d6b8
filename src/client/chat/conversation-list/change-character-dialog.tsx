import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { Conversation } from '#shared/chat.ts'
import { conversationPath } from '../conversation-paths.ts'
import { useChatPartners } from '../use-chat-partners.ts'
import { changeCharacter, reloadConversations } from './conversation-list-api.ts'

interface ChangeCharacterDialogProps {
  conversation: Conversation
  /** Whether it is the conversation of the page. */
  isOpen: boolean
  onClose: () => void
}

/** Gives a conversation to another character, such as one that was imported for the wrong one. */
export function ChangeCharacterDialog({ conversation, isOpen, onClose }: ChangeCharacterDialogProps) {
  const { id, characterId, characterName } = conversation
  const client = useQueryClient()
  const { mine, others } = useChatPartners()
  const partners = [...mine, ...others].filter((partner) => partner.id !== characterId)
  const [chosen, setChosen] = useState('')
  const wanted = chosen || (partners[0]?.id ?? '')
  const change = useMutation({
    mutationFn: () => changeCharacter(id, wanted),
    onSuccess: async () => {
      // Everything on the page is about the character.
      if (isOpen) window.location.assign(conversationPath(id))
      else await reloadConversations(client)
      onClose()
    },
  })
  const problem = change.error ? errorText(change.error, 'The character was not changed. Please try again.') : undefined
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Change character"
      description={`What ${characterName} has said so far, the character you choose will have said.`}
    >
      <form
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate()
        }}
      >
        <Field label="Character" error={problem}>
          {(control) => (
            <Select {...control} value={wanted} onChange={(event) => setChosen(event.target.value)}>
              {partners.map((partner) => (
                <option key={partner.id} value={partner.id}>
                  {partner.name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" disabled={wanted === '' || change.isPending}>
            {change.isPending ? 'Changing…' : 'Change character'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
