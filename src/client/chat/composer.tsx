import { ArrowUp, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useRef } from 'react'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { chatLimits } from '#shared/chat.ts'
import type { ConversationStore } from './conversation-store.ts'
import { useAutoGrow } from './use-auto-grow.ts'
import { useSlice } from './use-conversation.ts'

interface ComposerProps {
  store: ConversationStore
  name: string
  input: RefObject<HTMLTextAreaElement | null>
  /** No one is there to answer (yet). */
  closed: boolean
}

/** Where the player writes. Sending nothing lets the scene go on; while a reply runs, it can only be stopped. */
export function Composer({ store, name, input, closed }: ComposerProps) {
  const draft = useSlice(store, (state) => state.draft)
  const turn = useSlice(store, (state) => state.turn)
  const hintId = useId()
  const roomy = useMediaQuery('(min-width: 900px)')
  const tooLong = draft.trim().length > chatLimits.message
  useAutoGrow(input, draft)
  useFocusAfterWaiting(input, turn === 'waiting' || closed)

  const send = () => {
    if (!tooLong && !closed) store.send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, Enter belongs to it.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="relative mx-auto w-full max-w-[820px] px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-[26px] sm:pb-[22px]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <div className="flex items-end gap-2.5 rounded-xl border border-line bg-card py-2 pr-2 pl-[18px] shadow-card transition-[border-color] duration-150 has-[textarea:focus-visible]:border-line-strong sm:p-3 sm:pl-[18px]">
        <textarea
          ref={input}
          rows={1}
          value={draft}
          disabled={turn === 'waiting' || closed}
          onChange={(event) => store.write(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={`Message ${name}`}
          aria-describedby={hintId}
          aria-invalid={tooLong || undefined}
          placeholder={roomy ? 'Say something, or send nothing to let the scene go on' : 'Say something…'}
          enterKeyHint="send"
          dir="auto"
          className="field-sizing-content max-h-[38dvh] min-h-11 w-full flex-1 resize-none bg-transparent py-[9.5px] text-md leading-[25px] outline-none disabled:opacity-60"
        />
        {turn !== 'idle' && <StopButton store={store} />}
        <SendButton disabled={tooLong || closed || turn !== 'idle'} />
      </div>
      <Hint id={hintId} name={name} length={draft.length} />
    </form>
  )
}

function SendButton({ disabled }: { disabled: boolean }) {
  return (
    <IconButton
      type="submit"
      variant="primary"
      label="Send"
      disabled={disabled}
      icon={<ArrowUp aria-hidden size={19} />}
      className="rounded-[12px]"
    />
  )
}

function StopButton({ store }: { store: ConversationStore }) {
  return (
    <IconButton
      variant="outline"
      label="Stop"
      icon={<Square aria-hidden size={15} className="fill-current" />}
      className="rounded-[12px]"
      onClick={() => void stop(store)}
    />
  )
}

function Hint({ id, name, length }: { id: string; name: string; length: number }) {
  const touch = useMediaQuery('(pointer: coarse)')
  const words = touch
    ? `${name} is an AI character.`
    : `${name} is an AI character. Enter to send, Shift + Enter for a new line.`
  const max = chatLimits.message
  const tooLong = length > max
  return (
    <p id={id} className="mt-2 text-center text-[0.78125rem] text-ink-soft leading-snug sm:mt-[9px]">
      {length > max * 0.9 ? (
        <span role={tooLong ? 'alert' : undefined} className={tooLong ? 'text-danger' : ''}>
          {length.toLocaleString()} of {max.toLocaleString()} characters
          {tooLong && '. Please make it shorter to send it.'}
        </span>
      ) : (
        <span className="line-clamp-2">{words}</span>
      )}
    </p>
  )
}

/** Tells the server to stop; the reply's own end then says that it did. */
export async function stop(store: ConversationStore) {
  try {
    await store.stop()
  } catch {
    toast({ variant: 'destructive', title: 'Not stopped', description: 'The server could not be reached.' })
  }
}

/**
 * A field that is closed while it waits loses the focus; it gets it back, unless that would raise a phone's keyboard
 * over what is being read, or the player has gone elsewhere.
 */
function useFocusAfterWaiting(input: RefObject<HTMLTextAreaElement | null>, waiting: boolean) {
  const waited = useRef(false)
  useEffect(() => {
    const field = input.current
    if (waiting) waited.current = true
    else if (waited.current && field) {
      waited.current = false
      const free = document.activeElement === null || document.activeElement === document.body
      if (free && !window.matchMedia('(pointer: coarse)').matches) field.focus({ preventScroll: true })
    }
  }, [waiting, input])
}
