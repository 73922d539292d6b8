import { addressOf, fetchOk } from '#client/lib/http.ts'
import { recordingTypes } from '#shared/voice-terms.ts'

export const microphoneProblems = {
  notAllowed: 'The microphone is not allowed here. Allow it in your browser’s settings for this site.',
  notFound: 'No microphone was found. Connect one, then try again.',
  inUse: 'The microphone does not answer. If another program uses it, close that and try again.',
  insecure: 'Browsers give the microphone only to pages whose address begins with https://.',
}

export interface Microphone {
  stream: MediaStream
  /** Its sign in the browser goes out. */
  close: () => void
}

/** Asks for the microphone. Rejects with an `Error` whose message is for the user. */
export async function openMicrophone(): Promise<Microphone> {
  try {
    const audio = { echoCancellation: true, noiseSuppression: true, autoGainControl: true }
    const stream = await navigator.mediaDevices.getUserMedia({ audio })
    const close = () => {
      for (const track of stream.getTracks()) track.stop()
    }
    return { stream, close }
  } catch (error) {
    const { notAllowed, notFound, inUse, insecure } = microphoneProblems
    const known: Record<string, string> = { NotFoundError: notFound, NotReadableError: inUse }
    throw new Error(window.isSecureContext ? (known[(error as Error).name] ?? notAllowed) : insecure)
  }
}

export interface Recording {
  /** Resolves once what is said is recorded. */
  started: Promise<void>
  /** Ends it. What was said is in memory only. */
  stop: () => Promise<Blob>
}

/** Enough for speech: a minute is 240 kB. */
const audioBitsPerSecond = 32_000

/** `onPart` is called about every `partTime` milliseconds, also while the page is hidden, where timers are slow. */
export function record(stream: MediaStream, onPart = () => {}, partTime = 1_000): Recording {
  const mimeType = recordingTypes.find((type) => MediaRecorder.isTypeSupported(type))
  const recorder = new MediaRecorder(stream, { mimeType, audioBitsPerSecond })
  const parts: Blob[] = []
  const stopped = new Promise<Blob>((resolve) => {
    recorder.ondataavailable = ({ data }) => {
      parts.push(data)
      if (recorder.state !== 'inactive') onPart()
    }
    recorder.onstop = () => resolve(new Blob(parts, { type: recorder.mimeType }))
  })
  const started = new Promise<void>((resolve) => {
    recorder.onstart = () => resolve()
  })
  recorder.start(partTime)
  return {
    started,
    stop: () => {
      if (recorder.state !== 'inactive') recorder.stop()
      return stopped
    },
  }
}

/** What was said, as the connected service has understood it; empty if there were no words. */
export async function transcribe(recording: Blob): Promise<string> {
  const headers = { 'content-type': recording.type }
  const response = await fetchOk(addressOf('POST /api/transcriptions'), { method: 'POST', headers, body: recording })
  const { text } = (await response.json()) as { text: string }
  return text.trim()
}
