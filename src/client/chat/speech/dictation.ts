import { useMediaQuery } from '#client/lib/media-query.ts'
import { useReadingSettings } from '../reading/reading-settings.ts'

/** What is used of the browser's speech recognition, which TypeScript does not know. */
interface Recognition {
  lang: string
  continuous: boolean
  interimResults: boolean
  onresult: (event: { results: ArrayLike<ArrayLike<{ transcript: string }> & { isFinal: boolean }> }) => void
  onerror: (event: { error: string }) => void
  onend: () => void
  start: () => void
  stop: () => void
  abort: () => void
}
type RecognitionClass = new () => Recognition

const Recognition =
  typeof window === 'undefined'
    ? undefined
    : ((window as { SpeechRecognition?: RecognitionClass }).SpeechRecognition ??
      (window as { webkitSpeechRecognition?: RecognitionClass }).webkitSpeechRecognition)

export const canDictate = Recognition !== undefined

/** Whether the composer has a button to dictate. The keyboards of touch devices have one of their own. */
export function useDictationWanted(): boolean {
  const isTouch = useMediaQuery('(pointer: coarse)')
  return useReadingSettings(({ dictation }) => dictation) ?? !isTouch
}

let toggle: (() => void) | null = null

/** Sets what `toggleDictation` calls, while the composer's button is shown. Returns a function that unsets it. */
export function setDictationToggle(next: () => void): () => void {
  toggle = next
  return () => {
    if (toggle === next) toggle = null
  }
}

/** Starts or stops dictation. False if the composer has no button for it. */
export function toggleDictation(): boolean {
  toggle?.()
  return toggle !== null
}

export interface DictationListeners {
  /** Everything that was said since the start. */
  onText: (text: string) => void
  /** `problem`: what to show the user; empty if nothing went wrong. */
  onEnd: (problem: string) => void
}

/** Starts to listen. Returns a function that stops it. */
export function startDictation({ onText, onEnd }: DictationListeners): () => void {
  if (!Recognition) {
    onEnd(problems['service-not-allowed'] ?? '')
    return () => {}
  }
  const recognition = new Recognition()
  let problem = ''
  recognition.lang = navigator.language
  recognition.continuous = true
  recognition.interimResults = true
  recognition.onresult = ({ results }) =>
    onText(
      Array.from(results, (result) => result[0]?.transcript.trim() ?? '')
        .filter(Boolean)
        .join(' '),
    )
  recognition.onerror = ({ error }) => {
    problem = problems[error] ?? ''
  }
  recognition.onend = () => onEnd(problem)
  recognition.start()
  return () => recognition.stop()
}

const noService = 'Your browser’s speech recognition does not answer. Type your message, or try again later.'
const problems: Record<string, string> = {
  'not-allowed': 'The microphone is not allowed here. Allow it in your browser’s settings for this site.',
  'service-not-allowed': noService,
  'audio-capture': 'No microphone was found. Connect one, then try again.',
  network: noService,
  'language-not-supported': 'Your browser cannot recognise your language.',
}

/** A text with what was dictated after it. */
export function appendDictated(text: string, dictated: string): string {
  if (dictated === '') return text
  return text === '' || /\s$/.test(text) ? text + dictated : `${text} ${dictated}`
}
