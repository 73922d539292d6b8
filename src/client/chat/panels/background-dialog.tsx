import { UploadButton } from '#client/images/upload-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import type { Conversation } from '#shared/chat.ts'
import { changeConversation } from '../api/conversation-list-api.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

type Background = Conversation['background']

/** The picture behind the conversation: that of one of its characters, one of the user's own, or none. */
export function BackgroundDialog({ character }: { character: ConversationCharacter }) {
  const store = useConversationStore()
  const conversation = useConversationState((state) => state.conversation)
  const participants = useConversationState(({ scene }) => scene?.participants) ?? []
  const ownOfCharacter = character.current?.background ?? ''
  const none = ownOfCharacter ? '' : null
  const others = participants.filter(
    ({ characterId, background }) => background && background !== ownOfCharacter && characterId !== character.id,
  )
  const options: { value: Background; src: string; label: string }[] = [
    ...(ownOfCharacter ? [{ value: null, src: ownOfCharacter, label: character.name }] : []),
    ...others.map(({ name, background = '' }) => ({ value: background, src: background, label: name })),
  ]
  const chosen = conversation?.background || (conversation?.background === '' ? none : null)
  if (chosen && !options.some(({ value }) => value === chosen)) {
    options.push({ value: chosen, src: chosen, label: 'Your picture' })
  }
  const choose = async (background: Background) => {
    if (!conversation) return
    const change = changeConversation(conversation, { background }).then((answer) => store.setSaved(answer))
    await toastIfFailed(change, {
      title: 'Update Failed',
      fallback: 'The background was not changed. Please try again.',
    })
  }
  return (
    <Dialog
      title="Background of this chat"
      description="It is shown faintly, so that the text stays easy to read. Only you see what you choose here."
    >
      <fieldset className="mb-4 grid grid-cols-2 gap-2.5 sm:grid-cols-3">
        <legend className="sr-only">Background</legend>
        {[...options, { value: none, src: '', label: 'None' }].map(({ value, src, label }) => (
          <label
            key={value ?? 'of the character'}
            className="cursor-pointer rounded-lg border border-line p-1.5 hover:border-line-strong has-checked:border-curtain has-checked:bg-curtain-wash has-focus-visible:outline-2 has-focus-visible:outline-focus"
          >
            <input
              type="radio"
              name="background"
              checked={value === chosen}
              onChange={() => void choose(value)}
              className="sr-only"
            />
            {src ? (
              <img src={src} alt="" className="aspect-video w-full rounded-md bg-sunken object-cover" />
            ) : (
              <span className="block aspect-video w-full rounded-md bg-paper" />
            )}
            <span dir="auto" className="block truncate px-1 pt-1.5 pb-0.5 text-sm">
              {label}
            </span>
          </label>
        ))}
      </fieldset>
      <UploadButton inputLabel="Background picture" onImage={(url) => void choose(url)}>
        Use a picture of yours
      </UploadButton>
    </Dialog>
  )
}
