import './typing-dots.css'
import { ChevronsRight } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import type { ConversationMessage } from '#client/chat/store/messages.ts'
import { useConversationState, useConversationStore } from '#client/chat/store/use-conversation.ts'
import { cx } from '#client/lib/cx.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { isBlank } from '#engine/is-blank.ts'
import { HelpAnswer } from './help-answer.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageFrame } from './message-frame.tsx'
import { HiddenMark, MessageTime, messageToolClass, NoText } from './message-marks.tsx'
import { MessageMenu } from './message-menu.tsx'
import { MessageNotice } from './message-notice.tsx'
import { Prose } from './prose.tsx'
import { useFace } from './use-face.ts'
import { useTypewriter } from './use-typewriter.ts'
import { VersionSwitcher } from './version-switcher.tsx'

interface CharacterMessageProps {
  character: ConversationCharacter
  message: ConversationMessage
  isNewest: boolean
}

export const CharacterMessage = memo(function CharacterMessage(props: CharacterMessageProps) {
  const { character, message, isNewest } = props
  const isEdited = useConversationState(({ editing }) => editing?.key === message.key)
  const isTyped = useConversationState((state) => state.typewriterKey === message.key)
  const notice = <MessageNotice name={character.name} message={message} />
  const versions = <VersionSwitcher message={message} isNewest={isNewest} />
  if (message.status === 'failed' && !message.content) {
    return (
      <MessageFrame message={message} className={layoutClass}>
        <span className="self-start">
          <Portrait character={character} />
        </span>
        <div className="min-w-0">
          {notice}
          {versions}
        </div>
      </MessageFrame>
    )
  }
  const isStreaming = message.status === 'streaming'
  const isRead = !isStreaming && !isEdited
  const aside = isTyped ? (
    message.content.length > skippableFrom && <SkipButton />
  ) : (
    <MessageTools name={character.name} message={message} />
  )
  return (
    <MessageFrame message={message} className={layoutClass}>
      <MessageLayout
        character={character}
        expression={message.expression}
        isEdited={message.edited}
        time={<MessageTime createdAt={message.createdAt} className="shrink-0 text-ink-soft text-xs" />}
        aside={isRead && message.content && aside}
      >
        {isStreaming && <StreamingText character={character} message={message} />}
        {isEdited && <MessageEditor message={message} />}
        {isRead && message.content && (
          <div className={cx(message.excluded && 'opacity-70')}>
            <ReadText message={message} />
          </div>
        )}
        {message.excluded && <HiddenMark />}
        {notice}
        {isRead && versions}
      </MessageLayout>
    </MessageFrame>
  )
})

function ReadText({ message }: { message: ConversationMessage }) {
  if (isBlank(message.content)) return <NoText />
  if (message.finish === 'help') return <HelpAnswer text={message.content} />
  return <StoredText message={message} />
}

/** Copy and the menu. They are visible while the message is hovered or has the focus; touch screens show the menu only. */
export function MessageTools(props: { name: string; message: ConversationMessage }) {
  return (
    <span className="flex shrink-0">
      <span className="flex pointer-coarse:hidden">
        <CopyButton className={messageToolClass} text={props.message.content} />
      </span>
      <MessageMenu {...props} />
    </span>
  )
}

export function WaitingMessage({ character }: { character: ConversationCharacter }) {
  return (
    <article className={layoutClass}>
      <MessageLayout character={character}>
        <TypingDots name={character.name} />
      </MessageLayout>
    </article>
  )
}

const layoutClass =
  'group grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 gap-y-2 sm:grid-cols-[52px_minmax(0,1fr)] sm:items-start sm:gap-x-[18px] sm:gap-y-0'

type PortraitProps = Pick<ConversationMessage, 'expression'> & { character: ConversationCharacter }

function Portrait({ character, expression }: PortraitProps) {
  const { name, hue } = character
  const { src, before } = useFace(character, expression)
  const className = 'size-9 rounded-[10px] sm:size-13 sm:rounded-lg sm:text-xl'
  const image = <Avatar name={name} src={src} hue={hue} className={className} />
  if (before === '') return image
  return (
    <span className="relative grid">
      <Avatar name={name} src={before} hue={hue} className={className} />
      <span key={src} className="absolute inset-0 grid animate-fade-in">
        {image}
      </span>
    </span>
  )
}

interface MessageLayoutProps extends PortraitProps {
  isEdited?: boolean
  time?: ReactNode
  aside?: ReactNode
  children: ReactNode
}

/** Beside the portrait; on a phone the portrait is in the row of the name, and the text has the whole width. */
function MessageLayout({ character, expression, isEdited, time, aside, children }: MessageLayoutProps) {
  return (
    <>
      <span className="sm:row-span-2">
        <Portrait character={character} expression={expression} />
      </span>
      <div className="flex min-h-5 min-w-0 max-w-[var(--prose-row,66ch)] items-center gap-2 sm:mb-1.5">
        <h2 dir="auto" className="line-clamp-2 min-w-0 py-px text-[0.96875rem] tracking-normal">
          {character.name}
        </h2>
        <span className="flex-1 text-ink-soft text-xs">{isEdited && 'edited'}</span>
        {time}
        {aside}
      </div>
      <div className="col-span-2 min-w-0 sm:col-span-1 sm:col-start-2">{children}</div>
    </>
  )
}

function StreamingText({ character, message }: Omit<CharacterMessageProps, 'isNewest'>) {
  const text = useConversationState(({ liveReply }) =>
    liveReply?.key === message.key ? liveReply.text : message.content,
  )
  const isModelLoading = useConversationState((state) => state.isModelLoading)
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

function StoredText({ message }: { message: ConversationMessage }) {
  const store = useConversationStore()
  const isTyped = useConversationState((state) => state.typewriterKey === message.key)
  const text = useTypewriter(message.content, isTyped, store.finishTypewriter)
  return <Prose text={text || '\u200b'} isArriving={isTyped} />
}

/** In the row of the name, where it does not move while the text grows. */
function SkipButton() {
  const store = useConversationStore()
  return (
    <Button variant="quiet" icon={ChevronsRight} className="-my-3 px-3 text-sm" onClick={store.finishTypewriter}>
      Skip
    </Button>
  )
}

function TypingDots({ name }: { name: string }) {
  return (
    <p className="typing-dots">
      <span className="sr-only">{name} is writing</span>
      <i aria-hidden />
      <i aria-hidden />
      <i aria-hidden />
    </p>
  )
}
