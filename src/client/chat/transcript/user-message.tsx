import { CircleAlert } from 'lucide-react'
import { memo } from 'react'
import { cx } from '#client/lib/cx.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { Prose } from './prose.tsx'

/** A message of the user, on a tinted background at the right. */
export const UserMessage = memo(function UserMessage({ message }: { message: ConversationMessage }) {
  return (
    <article className="flex flex-col items-end">
      <h2 className="sr-only">You</h2>
      <div
        className={cx(
          'prose-user max-w-[min(560px,92%)] rounded-[18px_18px_5px_18px] bg-curtain-wash px-[18px] py-[13px]',
          message.status === 'unsent' && 'opacity-70',
        )}
      >
        <Prose text={message.content} />
      </div>
      {message.status === 'unsent' && (
        <p className="mt-1.5 flex items-center gap-1.5 text-ink-soft text-xs">
          <CircleAlert aria-hidden size={14} />
          Not sent
        </p>
      )}
    </article>
  )
})
