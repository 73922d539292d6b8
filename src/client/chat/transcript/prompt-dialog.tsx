import { useQuery } from '@tanstack/react-query'
import { hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { type PromptPart, readPrompt } from './read-prompt.ts'

interface PromptDialogProps extends Closable {
  store: ConversationStore
  message: ConversationMessage
}

/** What the model was sent for a reply: for admins, in their own chats. */
export function PromptDialog({ store, message, onClose }: PromptDialogProps) {
  const conversationId = useConversationState(store, (state) => state.conversationId) ?? ''
  const query = useQuery(
    queryOf('GET /api/conversations/:id/replies/:messageId/prompt', {
      params: { id: conversationId, messageId: message.id ?? '' },
    }),
  )
  const prompt = query.data && readPrompt(query.data.body)
  return (
    <Dialog
      onClose={onClose}
      title="The prompt of this reply"
      description="Exactly what the model was sent. It is kept for seven days, and only for replies to admins."
      className="sm:!max-w-[46rem]"
    >
      {query.isPending && <Skeleton className="h-64 w-full rounded-md" />}
      {query.isError &&
        (hasStatus(query.error, 404) ? (
          <p className="text-ink-soft">
            No prompt is kept for this reply. It is older than seven days, was written by the demo program, or something
            in this conversation was removed since.
          </p>
        ) : (
          <LoadError isShort what="the prompt" query={query} />
        ))}
      {prompt && (
        <div className="flex flex-col gap-4">
          {prompt.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a prompt do not change
            <Part key={index} {...part} />
          ))}
          <Part title="Settings" text={prompt.settings} />
          <div className="flex justify-end">
            <CopyButton text={query.data?.body ?? ''} label="Copy all" />
          </div>
        </div>
      )}
    </Dialog>
  )
}

function Part({ title, text }: PromptPart) {
  return (
    <section>
      <h3 className="mb-1 font-[550] font-sans text-ink-soft text-sm capitalize tracking-normal">{title}</h3>
      <pre className="whitespace-pre-wrap rounded-md bg-sunken px-3.5 py-3 font-sans text-sm leading-relaxed [overflow-wrap:anywhere]">
        {text}
      </pre>
    </section>
  )
}
