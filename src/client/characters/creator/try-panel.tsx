import { ArrowUp, RotateCcw } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useStore } from 'zustand'
import { useUser } from '#client/accounts/session.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { openingText } from '#engine/prompt/opening.ts'
import type { CharacterFields } from '#shared/characters.ts'
import type { HistoryEntry } from '#shared/chat.ts'
import { unnamed } from '../character-card.tsx'
import { StoryText } from './story-text.tsx'
import type { TryChat } from './try-chat.ts'

interface TryPanelProps {
  form: UseFormReturn<CharacterFields>
  chat: TryChat
}

/** A chat with the character as it is in the form. */
export function TryPanel({ form, chat }: TryPanelProps) {
  const user = useUser()
  const { messages, isWaiting, reply, problem } = useStore(chat)
  const [text, setText] = useState('')
  const log = useRef<HTMLDivElement>(null)
  const values = form.watch()
  const name = values.name.trim() || unnamed
  const greeting = openingText({ ...values, name }, user.playerName ?? user.name, 'preview')
  const said: readonly HistoryEntry[] =
    messages.length > 0 || !greeting ? messages : [{ role: 'assistant', content: greeting }]
  const shown: readonly HistoryEntry[] = reply ? [...said, { role: 'assistant', content: reply }] : said
  // biome-ignore lint/correctness/useExhaustiveDependencies: what was said last is in view
  useEffect(() => {
    log.current?.scrollTo({ top: log.current.scrollHeight })
  }, [messages, reply, isWaiting])

  const send = async () => {
    const message = text.trim()
    if (isWaiting) return
    setText('')
    if (!(await chat.send(form.getValues(), message, greeting))) setText((now) => now || message)
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
        <IconButton
          variant="primary"
          label="Send"
          icon={<ArrowUp aria-hidden size={19} />}
          disabled={isWaiting}
          className="rounded-[12px]"
          onClick={() => void send()}
        />
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <p className="flex-1 basis-32 text-ink-soft text-xs">Not stored. Each reply counts like one in a chat.</p>
        <Button
          variant="quiet"
          className="-mr-3 !px-3 !text-sm"
          disabled={messages.length === 0}
          onClick={chat.restart}
        >
          <RotateCcw aria-hidden size={15} />
          Begin again
        </Button>
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
