import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import type { HistoryEntry } from '#shared/chat.ts'
import { StoryText } from './story-text.tsx'
import type { UnsavedChat } from './unsaved-chat.ts'

interface UnsavedChatViewProps {
  chat: Omit<UnsavedChat, 'send'>
  name: string
  greeting: string
  /** Resolves with whether the message was kept. */
  onSend: (message: string) => Promise<boolean>
}

/** What was said in a chat that is not stored, and the field for the next message. */
export function UnsavedChatView({ chat, name, greeting, onSend }: UnsavedChatViewProps) {
  const { messages, isWaiting, reply, problem } = useStore(chat)
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const said: readonly HistoryEntry[] =
    messages.length > 0 || !greeting ? messages : [{ role: 'assistant', content: greeting }]
  const shown: readonly HistoryEntry[] = reply ? [...said, { role: 'assistant', content: reply }] : said
  // What was said last is in view; before that, the beginning of the greeting.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reply and the state of waiting change the height
  useEffect(() => {
    if (messages.length > 0) log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [messages, reply, isWaiting])

  const send = async () => {
    const message = text.trim()
    if (isWaiting) return
    setText('')
    if (!(await onSend(message)) && message) setText((now) => now || message)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    void send()
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div
        ref={log}
        role="log"
        aria-label="What was said"
        // A reply is announced once it is whole.
        aria-busy={isWaiting}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="min-h-32 flex-1 overflow-y-auto rounded-md py-1"
      >
        <ol className="flex flex-col gap-4">
          {shown.map(({ role, content }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: messages are only added
            <li key={index}>{role === 'user' ? <Said text={content} /> : <StoryText text={content} />}</li>
          ))}
        </ol>
        {shown.length === 0 && !isWaiting && (
          <p className="text-ink-soft text-sm">There is no greeting: you write the first message.</p>
        )}
        {isWaiting && !reply && (
          <p role="status" className="mt-4 animate-fade-in text-ink-soft text-sm">
            <bdi>{name}</bdi> is writing…
          </p>
        )}
      </div>
      <ProblemText className="pt-2">{problem || undefined}</ProblemText>
      {/* Not a form: the panel can be inside the one of the character. */}
      <div className="mt-3 flex items-end gap-2 rounded-xl border border-line bg-card py-1.5 pr-1.5 pl-4 has-[textarea:focus-visible]:border-line-strong">
        <textarea
          rows={1}
          value={text}
          dir="auto"
          aria-label={`Message ${name}`}
          placeholder="Write a message…"
          enterKeyHint="send"
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
          className="field-sizing-content max-h-40 min-h-11 w-full flex-1 resize-none bg-transparent py-2.5 text-md outline-none"
        />
        {isWaiting ? (
          <IconButton
            variant="outline"
            label="Stop"
            icon={Square}
            className="rounded-[12px] [&_svg]:fill-current"
            onClick={chat.stop}
          />
        ) : (
          <IconButton
            variant="primary"
            label="Send"
            icon={ArrowUp}
            className="rounded-[12px]"
            onClick={() => void send()}
          />
        )}
      </div>
    </div>
  )
}

const Said = ({ text }: { text: string }) => (
  <p
    dir="auto"
    className="ml-auto w-fit max-w-[85%] whitespace-pre-line rounded-xl bg-curtain-wash px-3.5 py-2 text-md [overflow-wrap:anywhere]"
  >
    {text}
  </p>
)
