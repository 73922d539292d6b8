import { Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { confirmDialog } from '#client/ui/confirm.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { changeReadingSettings, getReadingSettings } from '../reading/reading-settings.ts'
import {
  appendDictated,
  canDictate,
  setDictationToggle,
  startDictation,
  useDictationWanted,
} from '../speech/dictation.ts'
import type { ConversationStore } from '../store/conversation-store.ts'

/** Writes what the user says into the composer. Nothing is shown where the browser cannot. */
export function DictationButton({ store, disabled }: { store: ConversationStore; disabled: boolean }) {
  const isWanted = useDictationWanted()
  const [isListening, setListening] = useState(false)
  const stop = useRef<() => void>(() => {})
  const leave = useRef<() => void>(() => {})
  useEffect(() => () => leave.current(), [])
  const isShown = canDictate && isWanted
  const latest = useRef(() => {})
  useEffect(() => (isShown ? setDictationToggle(() => latest.current()) : undefined), [isShown])
  if (!isShown) return null

  const start = () => {
    const before = store.state.getState().draft
    let shown = before
    let isOver = false
    setListening(true)
    const end = startDictation({
      onText: (text) => {
        // Words that arrive after the message was sent are not for the next one.
        if (isOver) return
        // The user typed in the meantime: that text is kept.
        if (store.state.getState().draft !== shown) return stop.current()
        shown = appendDictated(before, text)
        store.setDraft(shown)
      },
      onEnd: (problem) => {
        setListening(false)
        if (problem) toastError(problem, { title: 'Dictation stopped' })
      },
    })
    leave.current = () => {
      isOver = true
      end()
    }
    stop.current = end
  }
  const onClick = () => {
    if (disabled) return
    if (isListening) stop.current()
    else if (getReadingSettings().knowsDictation) start()
    else askBefore(start)
  }
  latest.current = onClick
  return (
    <IconButton
      label={isListening ? 'Stop dictating' : 'Dictate'}
      icon={isListening ? <MicOff aria-hidden size={18} /> : <Mic aria-hidden size={18} />}
      aria-pressed={isListening}
      disabled={disabled}
      onClick={onClick}
      className="rounded-[12px] aria-pressed:bg-curtain-wash aria-pressed:text-curtain"
    />
  )
}

/** Says, before the first dictation, where the user's voice goes. */
function askBefore(start: () => void) {
  confirmDialog.open({
    title: 'Dictate a message',
    text: 'Your browser turns what you say into text. Depending on the browser, its maker (such as Google, Apple or Microsoft) receives the recording to do so. This server receives the text only, when you send it.',
    action: 'Dictate',
    onConfirm: async () => {
      changeReadingSettings({ knowsDictation: true })
      start()
    },
  })
}
