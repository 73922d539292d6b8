import { errorText, HttpError } from '#client/lib/http.ts'
import { microphoneProblems, openMicrophone, record, transcribe } from './microphone.ts'

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
  (window as { SpeechRecognition?: RecognitionClass }).SpeechRecognition ??
  (window as { webkitSpeechRecognition?: RecognitionClass }).webkitSpeechRecognition

export interface DictationListeners {
  /** Everything that was said since the start. */
  onText: (text: string) => void
  /** What is said is heard from now on. */
  onStart: () => void
  /** The recording has ended, and its text is on its way. */
  onRecorded?: () => void
  /** `problem`: what to show the user; empty if nothing went wrong. */
  onEnd: (problem: string) => void
}

export interface Dictation {
  stop: () => void
  /** What was said is dropped. */
  cancel: () => void
}

/** The longest recording, in milliseconds. */
const maxRecording = 300_000

/** Records until it is stopped, and lets the connected service write what was said. */
export function startRecording({ onStart, onText, onRecorded, onEnd }: DictationListeners): Dictation {
  let resolve: (end: 'stopped' | 'cancelled') => void = () => {}
  const stopped = new Promise<'stopped' | 'cancelled'>((resolveEnd) => {
    resolve = resolveEnd
  })
  const timer = setTimeout(() => resolve('stopped'), maxRecording)
  const run = async () => {
    const microphone = await openMicrophone()
    const recording = record(microphone.stream)
    await recording.started
    onStart()
    const end = await stopped
    clearTimeout(timer)
    if (end === 'stopped') onRecorded?.()
    const sound = await recording.stop()
    microphone.close()
    if (end === 'stopped' && sound.size > 0) onText(await transcribe(sound))
  }
  const say = (error: unknown) =>
    onEnd(errorText(error, error instanceof HttpError ? undefined : (error as Error).message))
  run().then(() => onEnd(''), say)
  return { stop: () => resolve('stopped'), cancel: () => resolve('cancelled') }
}

/** Lets the browser recognise what is said. */
export function startRecognition({ onStart, onText, onEnd }: DictationListeners): Dictation {
  if (!Recognition) {
    onEnd(noService)
    return { stop: () => {}, cancel: () => {} }
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
  onStart()
  return { stop: () => recognition.stop(), cancel: () => recognition.abort() }
}

/** Where the user's voice goes. */
export const transcriptionNote =
  'A service that the people who run this site have connected turns what you say into text. Your recording is sent to it when you stop, and is not kept here.'
export const recognitionNote =
  'Your browser turns what you say into text. Depending on the browser, its maker (such as Google, Apple or Microsoft) receives the recording to do so. This server receives the text only, when you send it.'

const noService = 'Your browser’s speech recognition does not answer. Type your message, or try again later.'
const problems: Record<string, string> = {
  'not-allowed': microphoneProblems.notAllowed,
  'service-not-allowed': noService,
  'audio-capture': microphoneProblems.notFound,
  network: noService,
  'language-not-supported': 'Your browser cannot recognise your language.',
}

/** A text with what was dictated after it. */
export function appendDictated(text: string, dictated: string): string {
  if (dictated === '') return text
  return text === '' || /\s$/.test(text) ? text + dictated : `${text} ${dictated}`
}
