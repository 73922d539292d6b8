import { errorText } from '#client/lib/http.ts'
import { chatPath } from '#client/lib/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { isBlank } from '#engine/is-blank.ts'
import { useRestoreConversation } from '../api/conversation-list-api.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import { useConversationState } from '../store/use-conversation.ts'

interface DeletedConversationProps {
  store: ConversationStore
  /** Null if the conversation was deleted before the page was opened. */
  character: ConversationCharacter | null
}

/** A conversation that was deleted, perhaps on another device: it can be restored, and what was typed is not lost. */
export function DeletedConversation({ store, character }: DeletedConversationProps) {
  const draft = useConversationState(store, (state) => state.draft)
  const id = useConversationState(store, (state) => state.conversationId) ?? ''
  const restoring = useRestoreConversation()
  const restore = () => restoring.mutate(id, { onSuccess: () => void store.open() })
  const next = character?.current
    ? { to: chatPath(character.id), label: `Chat with ${character.name}` }
    : { to: '/chat', label: 'Choose a character' }
  return (
    <div role="alert" className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState
        drawing={<EmptyDoor />}
        title="This conversation was deleted"
        action={
          <span className="flex flex-wrap justify-center gap-2.5">
            <Button aria-disabled={restoring.isPending} onClick={() => !restoring.isPending && restore()}>
              Restore it
            </Button>
            <ButtonLink to={next.to} variant="outline">
              {next.label}
            </ButtonLink>
          </span>
        }
      >
        It can be restored for 30 days, with everything in it.
      </EmptyState>
      {restoring.error && (
        <ProblemText className="px-6 pb-6">
          {errorText(restoring.error, 'It could not be restored. Please try again.')}
        </ProblemText>
      )}
      {!isBlank(draft) && (
        <section aria-label="Not sent" className="w-full max-w-xl px-6 pb-8">
          <div className="flex items-center justify-between gap-3">
            <h2 className="font-[550] text-sm">What you had typed</h2>
            <CopyButton text={draft} />
          </div>
          <p
            dir="auto"
            className="mt-1 whitespace-pre-wrap break-words rounded-md border border-line bg-card px-3.5 py-2.5"
          >
            {draft}
          </p>
        </section>
      )}
    </div>
  )
}
