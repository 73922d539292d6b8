import { type FormEvent, useEffect, useRef } from 'react'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { isBlank } from '#engine/is-blank.ts'
import { chatLimits } from '#shared/chat.ts'
import { saveEdit } from '../actions/message-actions.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'

/** A message while it is edited, in place. The text is in the store: it survives scrolling. */
export function MessageEditor({ message }: { message: ConversationMessage }) {
  const store = useConversationStore()
  const text = useConversationState(({ editing }) => editing?.text ?? '')
  const isBusy = useConversationState(({ turn, isChanging }) => turn !== 'idle' || isChanging)
  const isTouch = useMediaQuery('(pointer: coarse)')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    // A menu that closes holds the focus until then.
    const frame = requestAnimationFrame(() => {
      const { current } = field
      current?.focus({ preventScroll: true })
      current?.setSelectionRange(current.value.length, current.value.length)
      current?.form?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  useReturnFocus(message.key)

  const isOwn = message.role === 'user'
  const max = isOwn ? chatLimits.message : chatLimits.continuedReply
  const isTooLong = text.length > max
  const isSame = text.trim() === message.content.trim()
  const cancel = () => store.setEditing(null)
  const submit = (event: { preventDefault: () => void }, isSent: boolean) => {
    event.preventDefault()
    if (isTooLong || isBusy || isBlank(text)) return
    if (isSame) cancel()
    else if (isSent) store.sendEdit(message.key, text.trim())
    else void saveEdit(store, message, text.trim())
  }
  const save = (event: { preventDefault: () => void }) => submit(event, isOwn)
  return (
    // The margin leaves room for the button that leads to the newest message.
    <form onSubmit={(event: FormEvent) => save(event)} className="w-full scroll-my-16">
      <Textarea
        ref={field}
        aria-label={isOwn ? 'Edit your message' : 'Edit the reply'}
        aria-invalid={isTooLong || undefined}
        dir="auto"
        value={text}
        onChange={(event) => store.setEditing({ key: message.key, text: event.target.value })}
        onKeyDown={(event) => {
          if (event.key === 'Escape') {
            // Escape moves the focus to the composer otherwise.
            event.stopPropagation()
            event.nativeEvent.stopImmediatePropagation()
            cancel()
          }
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event)
        }}
        className="!max-h-[50dvh] font-prose !text-md"
      />
      <div className="mt-2 flex flex-wrap items-center justify-end gap-x-3 gap-y-2">
        <p className="mr-auto text-ink-soft text-xs">
          {isTooLong ? (
            <span role="alert" className="text-danger">
              {text.length.toLocaleString()} of {max.toLocaleString()} characters
            </span>
          ) : (
            !isTouch && `Ctrl + Enter to ${isOwn ? 'send' : 'save'}, Esc to cancel`
          )}
        </p>
        <div className="flex flex-wrap justify-end gap-3">
          <Button variant="outline" onClick={cancel}>
            Cancel
          </Button>
          {isOwn && (
            <Button
              variant="outline"
              disabled={isTooLong || isBlank(text)}
              aria-disabled={isBusy}
              onClick={(event) => submit(event, false)}
            >
              Save
            </Button>
          )}
          <Button type="submit" disabled={isTooLong || isBlank(text)} aria-disabled={isBusy}>
            {isOwn ? 'Send again' : 'Save as a version'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** The focus goes back to the menu of the message; after a send the composer has it. */
function useReturnFocus(key: string) {
  const store = useConversationStore()
  useEffect(
    () => () => {
      const isFree = document.activeElement === null || document.activeElement === document.body
      if (!isFree || store.state.getState().turn !== 'idle') return
      const menu = `[data-message="${CSS.escape(key)}"] [aria-haspopup="menu"]`
      document.querySelector<HTMLElement>(menu)?.focus({ preventScroll: true })
    },
    [store, key],
  )
}
