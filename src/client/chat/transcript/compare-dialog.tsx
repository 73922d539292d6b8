import { useId, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Select } from '#client/ui/select.tsx'
import { Added, Removed, TextDifference } from '#client/ui/text-difference.tsx'
import type { Message } from '#shared/chat.ts'
import { swipeTo } from '../actions/message-actions.ts'
import { useMessage } from '../api/conversation-api.ts'
import { type ConversationMessage, positionOf } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

export function CompareDialog({ message }: { message: ConversationMessage }) {
  const close = useClose()
  const store = useConversationStore()
  const { siblings } = message
  const shown = positionOf(message).index - 1
  const conversationId = useConversationState((state) => state.conversationId) ?? ''
  const [before, setBefore] = useState(shown === 0 ? 0 : shown - 1)
  const [after, setAfter] = useState(shown === 0 ? 1 : shown)
  const first = useMessage(conversationId, siblings[before] ?? '')
  const second = useMessage(conversationId, siblings[after] ?? '')
  const error = first.error ?? second.error
  const other = after === shown ? before : after
  return (
    <Dialog title="Compare versions" className="sm:!max-w-[46rem]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <VersionSelect label="From" message={message} value={before} shown={shown} onChange={setBefore} />
        <VersionSelect label="To" message={message} value={after} shown={shown} onChange={setAfter} />
      </div>
      <p className="mt-2.5 text-ink-soft text-xs">
        <Removed>{`Only in version ${before + 1}`}</Removed> · <Added>{`Only in version ${after + 1}`}</Added>
      </p>
      <div aria-live="polite" className="mt-3 min-h-40">
        {error ? (
          <LoadError
            isShort
            what="the versions"
            query={{ error, refetch: () => Promise.all([first.refetch(), second.refetch()]) }}
          />
        ) : (
          first.data && second.data && <Difference before={first.data} after={second.data} />
        )}
      </div>
      <div className="mt-5 flex justify-end gap-2.5">
        <Button variant="outline" onClick={close}>
          Close
        </Button>
        {other !== shown && (
          <Button
            onClick={() => {
              close()
              void swipeTo(store, siblings[other] ?? '')
            }}
          >
            Show version {other + 1}
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface VersionSelectProps {
  label: string
  message: ConversationMessage
  value: number
  /** The version that the conversation shows. */
  shown: number
  onChange: (index: number) => void
}

function VersionSelect({ label, message, value, shown, onChange }: VersionSelectProps) {
  const id = useId()
  return (
    <span className="flex w-full items-center gap-2 sm:w-auto sm:min-w-0 sm:flex-1">
      <label htmlFor={id} className="w-10 text-ink-soft text-sm sm:w-auto">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        onChange={(event) => onChange(Number(event.target.value))}
        className="min-w-0 flex-1"
      >
        {message.siblings.map((id, index) => (
          <option key={id} value={index}>
            Version {index + 1}
            {message.names[id] ? `: ${message.names[id]}` : ''}
            {index === shown ? ' (shown)' : ''}
          </option>
        ))}
      </Select>
    </span>
  )
}

function Difference({ before, after }: { before: Message; after: Message }) {
  if (before.content === after.content) return <p className="text-ink-soft">Both versions are the same.</p>
  return <TextDifference before={before.content} after={after.content} className="font-prose text-md" />
}
