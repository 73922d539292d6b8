import type { ReactNode } from 'react'
import { errorText } from '#client/lib/http.ts'
import { chatPath } from '#client/lib/paths.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { isBlank } from '#engine/is-blank.ts'
import { restoreConversation } from '../api/conversation-list-api.ts'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { ChatBar } from '../header/chat-header.tsx'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

interface DeletedConversationProps {
  /** Null if the conversation was deleted before the page was opened. */
  character: ConversationCharacter | null
}

/** A conversation that was deleted, perhaps on another device: it can be restored, and what was typed is not lost. */
export function DeletedConversation({ character }: DeletedConversationProps) {
  const store = useConversationStore()
  const draft = useConversationState((state) => state.draft)
  const id = useConversationState((state) => state.conversationId) ?? ''
  const restoring = useSingleMutation({ mutationFn: () => restoreConversation(id), onSuccess: () => void store.open() })
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
            <Button aria-disabled={restoring.isPending} onClick={() => restoring.mutate()}>
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

export function HeaderSkeleton({ isLoading }: { isLoading: boolean }) {
  return (
    <ChatBar>
      <h1 className="sr-only">Chat</h1>
      {isLoading && (
        <>
          <Skeleton className="mr-1.5 size-9 shrink-0 !rounded-full @lg:mr-0 @lg:size-[42px]" />
          <span className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-4 w-36" />
            <Skeleton className="h-3 w-20" />
          </span>
        </>
      )}
    </ChatBar>
  )
}

export function MessagesSkeleton() {
  return (
    <div role="status" className="mx-auto w-full max-w-[820px] flex-1 overflow-hidden px-4 pt-10 sm:px-[26px]">
      <span className="sr-only">Opening the conversation</span>
      <MessageSkeleton widths={['w-11/12', 'w-full', 'w-2/3']} />
      <Skeleton className="my-9 ml-auto h-14 w-3/5 max-w-80 !rounded-xl" />
      <MessageSkeleton widths={['w-full', 'w-10/12', 'w-11/12', 'w-1/2']} />
    </div>
  )
}

function MessageSkeleton({ widths }: { widths: string[] }) {
  return (
    <div
      aria-hidden
      className="grid grid-cols-[36px_minmax(0,1fr)] gap-x-3 sm:grid-cols-[52px_minmax(0,1fr)] sm:gap-x-[18px]"
    >
      <Skeleton className="size-9 !rounded-[10px] sm:size-13 sm:!rounded-lg" />
      <span className="flex max-w-[66ch] flex-col gap-3.5 pt-1.5">
        <Skeleton className="mb-0.5 h-3.5 w-28" />
        {widths.map((width) => (
          <Skeleton key={width} className={`h-3.5 ${width}`} />
        ))}
      </span>
    </div>
  )
}

type ConversationErrorProps =
  | { kind: 'missing'; what: 'character' | 'conversation' }
  | { kind: 'failed'; reason: string; onRetry: () => void }

export function ConversationError(props: ConversationErrorProps) {
  if (props.kind === 'failed') {
    return (
      <ErrorMessage title="We could not open this chat" action={<Button onClick={props.onRetry}>Try again</Button>}>
        {props.reason}
      </ErrorMessage>
    )
  }
  return (
    <ErrorMessage
      title={props.what === 'character' ? 'Character not found' : 'Conversation not found'}
      action={<ButtonLink to="/chat">Choose a character</ButtonLink>}
    >
      It may have been deleted, or you do not have access to it.
    </ErrorMessage>
  )
}

function ErrorMessage({ title, action, children }: { title: string; action: ReactNode; children: string }) {
  return (
    <div role="alert" className="grid flex-1 place-items-center overflow-y-auto">
      <EmptyState drawing={<EmptyDoor />} title={title} action={action}>
        {children}
      </EmptyState>
    </div>
  )
}
