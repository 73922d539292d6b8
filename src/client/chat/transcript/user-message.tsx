import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { cx } from '#client/lib/cx.ts'
import { isBlank } from '#engine/is-blank.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState } from '../store/use-conversation.ts'
import { MessageTools } from './character-message.tsx'
import { MessageEditor } from './message-editor.tsx'
import { MessageFrame } from './message-frame.tsx'
import { HiddenMark, MessageTime, NoText } from './message-marks.tsx'
import { Prose } from './prose.tsx'
import { VersionSwitcher } from './version-switcher.tsx'

interface UserMessageProps {
  message: ConversationMessage
  name: string
  isNewest: boolean
}

export const UserMessage = memo(function UserMessage({ message, name, isNewest }: UserMessageProps) {
  const isEdited = useConversationState(({ editing }) => editing?.key === message.key)
  if (isEdited) {
    return (
      <article data-message={message.key} className="flex flex-col items-end">
        <h2 className="sr-only">You</h2>
        <MessageEditor message={message} />
      </article>
    )
  }
  return (
    <MessageFrame message={message} className="group flex flex-col items-end">
      <h2 className="sr-only">{message.persona ? `You as ${message.persona.name}` : 'You'}</h2>
      <div className="flex w-full items-start justify-end gap-1.5">
        {message.id && <MessageTools name={name} message={message} />}
        <div
          className={cx(
            'prose-user min-w-0 max-w-[min(560px,92%)] rounded-[18px_18px_5px_18px] bg-curtain-wash px-[18px] py-[13px]',
            (message.status === 'unsent' || message.excluded) && 'opacity-70',
          )}
        >
          {message.status === 'redacted' ? (
            <p className="italic">This message was removed.</p>
          ) : isBlank(message.content) ? (
            <NoText />
          ) : (
            <Prose text={message.content} />
          )}
        </div>
      </div>
      <MessageTime createdAt={message.createdAt} className="mt-1 text-ink-soft text-xs" />
      {message.excluded && <HiddenMark />}
      {message.status === 'unsent' && (
        <p className="mt-1.5 flex items-center gap-1.5 text-ink-soft text-xs">
          <CircleAlert aria-hidden size={14} />
          Not sent
        </p>
      )}
      <div className="mt-1 empty:hidden">
        <VersionSwitcher message={message} isNewest={isNewest} />
      </div>
    </MessageFrame>
  )
})
