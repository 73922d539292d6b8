import { ChevronsRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { ReportMessageButton } from '#client/moderation/report-message.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import type { ConversationStore } from '../store/conversation-store.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import type { ConversationCharacter } from '../use-conversation-character.ts'
import { CopyButton, messageToolClass } from './copy-button.tsx'
import { HelpAnswer } from './help-answer.tsx'
import { MessageNotice } from './message-notice.tsx'
import { Prose } from './prose.tsx'
import { TypingDots } from './typing-dots.tsx'
import { useTypewriter } from './use-typewriter.ts'

interface CharacterMessageProps {
  store: ConversationStore
  character: ConversationCharacter
  message: ConversationMessage
}

/** A message of the character: prose beside the portrait. */
export const CharacterMessage = memo(function CharacterMessage({ store, character, message }: CharacterMessageProps) {
  const notice = <MessageNotice store={store} name={character.name} message={message} />
  if (message.status === 'failed' && !message.content) {
    return <MessageLayout character={character}>{notice}</MessageLayout>
  }
  const isStreaming = message.status === 'streaming'
  const tools = message.content && !isStreaming && <MessageTools character={character} message={message} />
  return (
    <MessageLayout character={character} hasName aside={tools}>
      {isStreaming ? (
        <StreamingText store={store} character={character} message={message} />
      ) : (
        message.content &&
        (message.finish === 'help' ? (
          <HelpAnswer text={message.content} />
        ) : (
          <StoredText store={store} message={message} />
        ))
      )}
      {notice}
    </MessageLayout>
  )
})

function MessageTools({ character, message }: Omit<CharacterMessageProps, 'store'>) {
  return (
    <span className="flex shrink-0">
      <CopyButton text={message.content} />
      {message.id && <ReportMessageButton messageId={message.id} name={character.name} className={messageToolClass} />}
    </span>
  )
}

/** A message without any text yet. */
export function WaitingMessage({ character }: { character: ConversationCharacter }) {
  return (
    <MessageLayout character={character} hasName>
      <TypingDots name={character.name} />
    </MessageLayout>
  )
}

const layoutClass =
  'group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[52px_minmax(0,1fr)] sm:items-start sm:gap-x-[18px] sm:gap-y-0'

function portrait({ name, avatar, hue }: ConversationCharacter) {
  const className = 'size-9 rounded-[10px] sm:size-13 sm:rounded-lg sm:text-xl'
  return <Avatar name={name} src={avatar} hue={hue} className={className} />
}

interface MessageLayoutProps {
  character: ConversationCharacter
  hasName?: boolean
  aside?: ReactNode
  children: ReactNode
}

/** Beside the portrait; on a phone the portrait is in the row of the name, and the text has the whole width. */
function MessageLayout({ character, hasName, aside, children }: MessageLayoutProps) {
  if (!hasName) {
    return (
      <article className={layoutClass}>
        <span className="self-start">{portrait(character)}</span>
        <div className="min-w-0">{children}</div>
      </article>
    )
  }
  return (
    <article className={layoutClass}>
      <span className="sm:row-span-2">{portrait(character)}</span>
      <div className="flex min-h-5 min-w-0 max-w-[66ch] items-center gap-2 sm:mb-1.5">
        <h2 dir="auto" className="line-clamp-2 min-w-0 flex-1 py-px text-[0.96875rem] tracking-normal">
          {character.name}
        </h2>
        {aside}
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div>
    </article>
  )
}

function StreamingText({ store, character, message }: CharacterMessageProps) {
  const text = useConversationState(store, ({ liveReply }) =>
    liveReply?.key === message.key ? liveReply.text : message.content,
  )
  const isModelLoading = useConversationState(store, (state) => state.isModelLoading)
  if (text) return <Prose text={text} isArriving />
  return (
    <>
      <TypingDots name={character.name} />
      {isModelLoading && (
        <p className="mt-1.5 animate-fade-in text-ink-soft text-sm">
          The model is loading. The first reply can take a few minutes.
        </p>
      )}
    </>
  )
}

/** A shorter greeting is typed in a few seconds. */
const skippableFrom = 100

function StoredText({ store, message }: { store: ConversationStore; message: ConversationMessage }) {
  const isTyped = useConversationState(store, (state) => state.typewriterKey === message.key)
  const text = useTypewriter(message.content, isTyped, store.finishTypewriter)
  return (
    <>
      <Prose text={text || '\u200b'} isArriving={isTyped} />
      {isTyped && message.content.length > skippableFrom && (
        <Button variant="outline" className="mt-3" onClick={store.finishTypewriter}>
          <ChevronsRight aria-hidden size={16} />
          Skip
        </Button>
      )}
    </>
  )
}
