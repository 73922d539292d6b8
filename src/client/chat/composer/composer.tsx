import { ArrowUp, PenLine, Square } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { editNewest, swipe } from '#client/chat/actions/message-actions.ts'
import type { CommandContext } from '#client/chat/commands/command.ts'
import { CommandList } from '#client/chat/commands/command-list.tsx'
import { unescapeMessage } from '#client/chat/commands/parse-command.ts'
import { useCommandInput } from '#client/chat/commands/use-command-input.ts'
import { choosePersonaDialog } from '#client/chat/dialogs.ts'
import { finishDictation } from '#client/chat/speech/dictation.ts'
import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { useConversationState, useConversationStore } from '#client/chat/store/use-conversation.ts'
import { errorText } from '#client/lib/http.ts'
import { useMediaQuery } from '#client/lib/media-query.ts'
import { hasPageFocus } from '#client/lib/page-focus.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { chatLimits } from '#shared/chat.ts'
import { ComposerHint } from './composer-hint.tsx'
import { DictationButton } from './dictation-button.tsx'

interface ComposerProps {
  name: string
  input: RefObject<HTMLTextAreaElement | null>
  /** The conversation is not created yet. */
  isClosed: boolean
  commands: CommandContext
}

/** The message field. Sending nothing lets the character continue; a running reply can only be stopped. */
export function Composer({ name, input, isClosed, commands }: ComposerProps) {
  const store = useConversationStore()
  const draft = useConversationState((state) => state.draft)
  const turn = useConversationState((state) => state.turn)
  const isEmpty = useConversationState((state) => state.messages.length === 0)
  const emptySend = isEmpty && !isClosed ? `let ${name} begin` : 'continue the story'
  const hintId = useId()
  const isRoomy = useMediaQuery('(min-width: 900px)')
  const isTooLong = draft.trim().length > chatLimits.message
  useAutoGrow(input, draft)
  useFocusAfterWaiting(input, turn === 'waiting')
  const command = useCommandInput(draft, commands)

  const send = () => {
    if (isTooLong || isClosed || finishDictation() || command.submit()) return
    store.send(unescapeMessage(draft))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (command.onKeyDown(event)) return
    if (handleEmptyFieldKey(store, event)) return event.preventDefault()
    // While an input method composes a word, Enter confirms the word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing || event.keyCode === 229) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="composer relative mx-auto w-full max-w-[820px] px-3 pb-[max(0.75rem,env(safe-area-inset-bottom))] sm:px-[26px] sm:pb-[22px]"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <CommandList id={command.listId} options={command.options} active={command.active} onChoose={command.choose} />
      <div className="flex items-end gap-2.5 rounded-xl border border-line bg-card py-2 pr-2 pl-[18px] shadow-card transition-[border-color] duration-150 has-[textarea:focus-visible]:border-line-strong sm:p-3 sm:pl-[18px]">
        <PersonaButton />
        <textarea
          ref={input}
          rows={1}
          value={draft}
          disabled={turn === 'waiting' || isClosed}
          readOnly={turn === 'drafting'}
          aria-busy={turn === 'drafting'}
          onChange={(event) => store.setDraft(event.target.value)}
          onKeyDown={onKeyDown}
          aria-label={`Message ${name}`}
          aria-describedby={hintId}
          aria-invalid={isTooLong || command.problem !== '' || undefined}
          {...command.inputProps}
          placeholder={
            turn === 'drafting'
              ? 'Writing your next message…'
              : isRoomy
                ? `Write a message, or send it empty to ${emptySend}`
                : 'Write a message…'
          }
          enterKeyHint="send"
          dir="auto"
          className="field-sizing-content max-h-[38dvh] min-h-11 w-full flex-1 resize-none bg-transparent py-[9.5px] text-md leading-[1.5625] outline-none disabled:opacity-60"
        />
        {turn === 'idle' && <DictationButton disabled={isClosed} />}
        {turn === 'idle' ? <DraftButton input={input} disabled={isClosed} hasText={!isBlank(draft)} /> : <StopButton />}
        <SendButton
          disabled={isTooLong || isClosed || (turn !== 'idle' && (turn === 'drafting' || !command.isTyped))}
        />
      </div>
      {command.problem === '' ? (
        <ComposerHint id={hintId} name={name} emptySend={emptySend} length={draft.length} />
      ) : (
        <p id={hintId} role="alert" className="mt-2 text-center text-[0.78125rem] text-danger leading-snug sm:mt-[9px]">
          {command.problem}
        </p>
      )}
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
      icon={ArrowUp}
      className="rounded-[12px]"
    />
  )
}

interface DraftButtonProps {
  input: RefObject<HTMLTextAreaElement | null>
  disabled: boolean
  hasText: boolean
}

function DraftButton({ input, disabled, hasText }: DraftButtonProps) {
  const store = useConversationStore()
  const write = async () => {
    const before = store.state.getState().draft
    const problem = await store.writeDraft()
    if (problem) return toastError(problem, { title: 'No message was written' })
    if (!window.matchMedia('(pointer: coarse)').matches) input.current?.focus({ preventScroll: true })
    if (isBlank(before) || store.state.getState().draft === before) return
    const action = { label: 'Undo', onSelect: () => store.setDraft(before) }
    toast({ title: 'Your notes were replaced', action })
  }
  return (
    <IconButton
      label={hasText ? 'Write my message from these notes' : 'Write my next message'}
      icon={PenLine}
      disabled={disabled}
      className="rounded-[12px]"
      onClick={() => void write()}
    />
  )
}

function StopButton() {
  const store = useConversationStore()
  return (
    <IconButton
      variant="outline"
      label="Stop"
      icon={Square}
      className="rounded-[12px] [&_svg]:fill-current"
      onClick={() => void stop(store)}
    />
  )
}

/** Asks the server to stop the reply, which then ends as interrupted. */
export async function stop(store: ConversationStore) {
  try {
    await store.stop()
  } catch (error) {
    toastError(errorText(error), { title: 'The reply was not stopped' })
  }
}

/**
 * Returns the focus to the field when it is enabled again, because a disabled field loses it. Not if another element has the
 * focus, nor on touch devices, whose keyboard would cover the reply.
 */
function useFocusAfterWaiting(input: RefObject<HTMLTextAreaElement | null>, isWaiting: boolean) {
  const hasWaited = useRef(false)
  useEffect(() => {
    const field = input.current
    if (isWaiting) hasWaited.current = true
    else if (hasWaited.current && field) {
      hasWaited.current = false
      if (hasPageFocus() && !window.matchMedia('(pointer: coarse)').matches) field.focus({ preventScroll: true })
    }
  }, [isWaiting, input])
}

/** Grows a text area with its text in browsers without `field-sizing`. */
function useAutoGrow(input: RefObject<HTMLTextAreaElement | null>, text: string) {
  useLayoutEffect(() => {
    const field = input.current
    if (!field || CSS.supports('field-sizing', 'content')) return
    field.style.height = 'auto'
    // An empty field has the height of one row, whatever its placeholder needs.
    if (text) field.style.height = `${field.scrollHeight}px`
  }, [input, text])
}

/**
 * The arrow keys in an empty message field: up edits the player's newest message, left and right lead through the versions
 * of the newest one. Returns whether the key was one of these.
 */
function handleEmptyFieldKey(store: ConversationStore, event: KeyboardEvent): boolean {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const { draft, turn, isChanging, editing, messages, conversation } = store.state.getState()
  const canChange = turn === 'idle' && !isChanging && !editing && conversation?.characterAvailable !== false
  if (draft !== '' || !canChange || altKey || ctrlKey || metaKey || shiftKey) return false
  if (key === 'ArrowUp') return editNewest(store)
  const newest = messages.at(-1)
  if (!newest || (key !== 'ArrowLeft' && key !== 'ArrowRight')) return false
  swipe(store, newest, key === 'ArrowLeft' ? -1 : 1)
  return true
}

/** Shows the persona, if the user has chosen one. */
function PersonaButton() {
  const store = useConversationStore()
  const persona = useConversationState((state) => state.persona)
  if (!persona || persona.id === null) return null
  return (
    <IconButton
      label={`You are ${persona.name}. Change persona`}
      className="-ml-2 rounded-[12px]"
      onClick={() => choosePersonaDialog.open({ store })}
    >
      <Avatar name={persona.name} src={persona.picture} className="size-8 rounded-full text-sm" />
    </IconButton>
  )
}
