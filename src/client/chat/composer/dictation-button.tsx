import { Ellipsis, Mic, MicOff } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { confirmDialog } from '#client/ui/confirm.ts'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { changeReadingSettings, getReadingSettings } from '../reading/reading-settings.ts'
import {
  type DictationControl,
  loadDictation,
  setDictationControl,
  useCanDictate,
  useCanTranscribe,
  useDictationWanted,
} from '../speech/dictation.ts'
import type { Dictation } from '../speech/start-dictation.ts'
import { useConversationStore } from '../store/use-conversation.ts'

/** Writes what the user says into the composer. Nothing is shown where nothing can turn it into text. */
export function DictationButton({ disabled }: { disabled: boolean }) {
  const store = useConversationStore()
  const isWanted = useDictationWanted()
  const canTranscribe = useCanTranscribe()
  const [phase, setPhase] = useState<'off' | 'opening' | 'listening' | 'writing'>('off')
  const dictation = useRef<Dictation | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      dictation.current?.cancel()
    }
  }, [])
  const isShown = useCanDictate() && isWanted
  const latest = useRef<DictationControl>({ toggle: () => {}, finish: () => false })
  useEffect(() => {
    if (!isShown) return
    return setDictationControl({ toggle: () => latest.current.toggle(), finish: () => latest.current.finish() })
  }, [isShown])
  if (!isShown) return null

  const onEnd = (problem: string) => {
    dictation.current = null
    setPhase('off')
    if (problem) toastError(problem, { title: 'Dictation stopped' })
  }
  const listen = async () => {
    const { appendDictated, startRecognition, startRecording } = await loadDictation()
    if (isLeft.current) return
    const before = store.state.getState().draft
    let shown = before
    // Words that arrive after the message was sent are not for the next one.
    const onRecognised = (text: string) => {
      if (isLeft.current) return
      // The user typed in the meantime: that text is kept.
      if (store.state.getState().draft !== shown) return dictation.current?.stop()
      shown = appendDictated(before, text)
      store.setDraft(shown)
    }
    const onTranscribed = (text: string) => {
      if (!isLeft.current) store.setDraft(appendDictated(store.state.getState().draft, text))
    }
    const onStart = () => setPhase('listening')
    dictation.current = canTranscribe
      ? startRecording({ onStart, onText: onTranscribed, onRecorded: () => setPhase('writing'), onEnd })
      : startRecognition({ onStart, onText: onRecognised, onEnd })
  }
  const start = () => {
    setPhase('opening')
    listen().catch((error) => onEnd(errorText(error)))
  }
  const toggle = () => {
    if (disabled) return
    if (phase === 'listening') dictation.current?.stop()
    else if (phase !== 'off') return
    else if (getReadingSettings().knowsDictation) start()
    else askBefore(start, canTranscribe).catch((error) => onEnd(errorText(error)))
  }
  const finish = () => {
    if (phase === 'off' || !canTranscribe) return false
    dictation.current?.stop()
    return true
  }
  latest.current = { toggle, finish }
  return (
    <IconButton
      label={labels[phase]}
      icon={icons[phase]}
      aria-pressed={phase === 'listening'}
      aria-busy={phase === 'opening' || phase === 'writing'}
      disabled={disabled}
      onClick={toggle}
      className="rounded-[12px] aria-pressed:bg-curtain-wash aria-pressed:text-curtain"
    />
  )
}

const labels = {
  off: 'Dictate',
  opening: 'Asking for your microphone…',
  listening: 'Stop dictating',
  writing: 'Writing what you said…',
}
const icons = { off: Mic, opening: Ellipsis, listening: MicOff, writing: Ellipsis }

/** Says, before the first dictation, where the user's voice goes. */
async function askBefore(start: () => void, isTranscribed: boolean) {
  const { recognitionNote, transcriptionNote } = await loadDictation()
  confirmDialog.open({
    title: 'Dictate a message',
    text: isTranscribed ? transcriptionNote : recognitionNote,
    action: 'Dictate',
    onConfirm: async () => {
      changeReadingSettings({ knowsDictation: true })
      start()
    },
  })
}
