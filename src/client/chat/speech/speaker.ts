import { createStore } from 'zustand/vanilla'
import { plainText } from '#engine/prose/plain-text.ts'

export interface Voice {
  /** The `voiceURI` of one of the browser's voices; undefined for the browser's own choice. */
  voiceUri: string | undefined
  rate: number
}

/** What the speaker needs of the browser. */
export interface SpeakerDeps {
  /** Speaks one sentence and calls back at its end; `isFailed`: the voice could not speak it. Returns a function that cancels it. */
  say: (sentence: string, voice: Voice, onEnd: (isFailed: boolean) => void) => () => void
}

interface SpeakerState {
  /** The message that is read aloud, by its key. */
  key: string | null
  isPaused: boolean
}

/** Consecutive sentences that may fail before it stops. */
const maxFailures = 3

/**
 * Reads one message at a time aloud, sentence by sentence. A pause cancels the sentence, and resuming begins it again,
 * because not every browser can pause a voice.
 */
export class Speaker {
  readonly state = createStore<SpeakerState>(() => ({ key: null, isPaused: false }))
  readonly #deps: SpeakerDeps
  #sentences: string[] = []
  #voice: Voice = { voiceUri: undefined, rate: 1 }
  /** Whether more of the message is on its way. */
  #isOpen = false
  #failures = 0
  #end: (() => void) | null = null

  constructor(deps: SpeakerDeps) {
    this.#deps = deps
  }

  /** Reads a whole message, in place of what is being read. */
  read(key: string, text: string, voice: Voice): void {
    this.begin(key, voice)
    this.add(text)
    this.finish()
  }

  /** Begins a message whose text is passed to `add`, until `finish`. */
  begin(key: string, voice: Voice): void {
    this.stop()
    this.#voice = voice
    this.#isOpen = true
    this.state.setState({ key, isPaused: false })
  }

  add(text: string): void {
    if (this.state.getState().key === null) return
    this.#sentences.push(...splitSpeech(text))
    this.#next()
  }

  finish(): void {
    this.#isOpen = false
    this.#next()
  }

  pause(): void {
    if (this.state.getState().key === null) return
    this.state.setState({ isPaused: true })
    this.#interrupt()
  }

  resume(): void {
    this.state.setState({ isPaused: false })
    this.#next()
  }

  stop(): void {
    this.#sentences = []
    this.#isOpen = false
    this.#failures = 0
    this.#interrupt()
    this.state.setState({ key: null, isPaused: false })
  }

  /** Speaks the first sentence that is left, unless one is being spoken. */
  #next(): void {
    const { key, isPaused } = this.state.getState()
    if (key === null || isPaused || this.#end) return
    const [sentence] = this.#sentences
    if (sentence === undefined) {
      if (!this.#isOpen) this.stop()
      return
    }
    let isEnded = false
    const stop = this.#deps.say(sentence, this.#voice, (isFailed) => {
      if (isEnded) return
      isEnded = true
      this.#end = null
      this.#failures = isFailed ? this.#failures + 1 : 0
      if (this.#failures >= maxFailures) return this.stop()
      this.#sentences.shift()
      this.#next()
    })
    if (isEnded) return
    this.#end = () => {
      isEnded = true
      this.#end = null
      stop()
    }
  }

  #interrupt(): void {
    this.#end?.()
  }
}

/** The most characters of one utterance: Chromium stops in the middle of one that takes longer than about 15 seconds. */
const longest = 200

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' })

/** The sentences of a message as they are read aloud, without markup; long ones in parts. */
export function splitSpeech(markdown: string): string[] {
  const sentences: string[] = []
  for (const { segment } of segmenter.segment(plainText(markdown))) {
    const sentence = segment.trim()
    if (/[\p{L}\p{N}]/u.test(sentence)) sentences.push(...splitLong(sentence))
  }
  return sentences
}

function splitLong(sentence: string): string[] {
  const parts: string[] = []
  let rest = sentence
  while (rest.length > longest) {
    const start = rest.slice(0, longest)
    const pause = Math.max(...[', ', '; ', ': ', ' – ', '— '].map((mark) => start.lastIndexOf(mark) + mark.length - 1))
    const space = start.lastIndexOf(' ')
    const end = pause > longest / 3 ? pause : space > 0 ? space : longest
    parts.push(rest.slice(0, end).trim())
    rest = rest.slice(end).trim()
  }
  return rest ? [...parts, rest] : parts
}
