import { Link } from 'react-router'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { chatLimits } from '#shared/chat.ts'
import { useConversationState } from '../store/use-conversation.ts'

/** The remaining messages of the day are shown from this number down. */
const announcedFrom = 10

interface ComposerHintProps {
  id: string
  name: string
  /** What an empty message does. */
  emptySend: string
  length: number
}

/** The line below the message field: what Enter does, how many messages are left today, or that the draft is too long. */
export function ComposerHint({ id, name, emptySend, length }: ComposerHintProps) {
  const isTouch = useMediaQuery('(pointer: coarse)')
  const messagesLeft = useConversationState((state) => state.messagesLeft)
  const isScene = useConversationState(({ scene }) => scene !== null)
  const who = isScene ? 'They are AI characters.' : `${name} is an AI character.`
  const text = isTouch
    ? `${who} Send an empty message to ${emptySend}.`
    : `${who} Enter to send, Shift + Enter for a new line.`
  const max = chatLimits.message
  const isTooLong = length > max
  return (
    <p id={id} className="mt-2 text-center text-[0.78125rem] text-ink-soft leading-snug sm:mt-[9px]">
      {length > max * 0.9 ? (
        <span role={isTooLong ? 'alert' : undefined} className={isTooLong ? 'text-danger' : ''}>
          {length.toLocaleString()} of {max.toLocaleString()} characters
          {isTooLong && '. Please make it shorter to send it.'}
        </span>
      ) : messagesLeft !== null && messagesLeft <= announcedFrom ? (
        <MessagesLeft count={messagesLeft} />
      ) : (
        <span className="line-clamp-2">{text}</span>
      )}
    </p>
  )
}

function MessagesLeft({ count }: { count: number }) {
  return (
    <>
      {count === 0 ? 'No' : count} free {count === 1 ? 'message' : 'messages'} left today.{' '}
      <Link
        to="/subscribe"
        className="relative underline underline-offset-4 after:absolute after:-inset-3 hover:text-ink"
      >
        Premium has no daily limit
      </Link>
    </>
  )
}
