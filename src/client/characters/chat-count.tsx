import { MessageSquare } from 'lucide-react'
import { formatCount } from '#client/lib/format-count.ts'

/** An icon and how many chats there are with a character. The caller says what the number counts. */
export function ChatCount({ count }: { count: number }) {
  return (
    <>
      <MessageSquare aria-hidden size={14} strokeWidth={1.8} />
      {formatCount(count)}
    </>
  )
}
