import { useMutation } from '@tanstack/react-query'
import { CharacterChoice } from '#client/characters/character-choice.tsx'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { Conversation } from '#shared/chat.ts'
import { refreshConversations } from '../api/conversation-list-api.ts'
import { conversationPath } from '../api/conversation-paths.ts'

interface ChangeCharacterDialogProps {
  conversation: Conversation
  /** Whether it is the conversation of the page. */
  isOpen: boolean
}

/** Gives a conversation to another character, such as one that was imported for the wrong one. */
export function ChangeCharacterDialog({ conversation, isOpen }: ChangeCharacterDialogProps) {
  const close = useClose()
  const { id, characterId, characterName } = conversation
  const change = useMutation({
    mutationFn: (wanted: string) =>
      call('PUT /api/conversations/:id/character', { params: { id }, body: { characterId: wanted } }),
    onSuccess: async () => {
      // Everything on the page is about the character.
      if (isOpen) window.location.assign(conversationPath(id))
      else await refreshConversations()
      close()
    },
    onError: (error) => toastError(error, { title: 'Character not changed', fallback: 'Please try again.' }),
  })
  return (
    <Dialog
      title="Change character"
      description={`What ${characterName} has said so far, the character you choose will have said.`}
    >
      <CharacterChoice
        without={[characterId]}
        action={(character) => (
          <Button
            variant="outline"
            disabled={change.isPending}
            aria-label={`Choose: ${character.name}`}
            onClick={() => change.mutate(character.id)}
          >
            Choose
          </Button>
        )}
      />
    </Dialog>
  )
}
