import type { StoreApi } from 'zustand/vanilla'
import { type SpeechState, type SpokenSentence, silence } from './speech-state.ts'

interface Listeners {
  onSound: () => void
  /** `failure`: why the voice could not speak it, in words for the user. */
  onEnd: (failure?: string) => void
}

/** Speaks one sentence. Returns a function that cancels it. */
export type Say = (sentence: SpokenSentence, listeners: Listeners) => () => void

export interface SpeakerDeps {
  browser: Say
  connected: Say
  /** Called with the sentence after the one that is spoken, so that there is no gap between them. */
  prepare: (sentence: SpokenSentence) => void
  /** A connected voice has failed, and the browser's goes on. */
  onFallback: (failure: string) => void
}

export interface SpokenMessage {
  key: string
  sentences: SpokenSentence[]
  /** Whether more of it is on its way. */
  isOpen: boolean
}

/** Consecutive sentences that may fail before it stops. */
const maxFailures = 3

/**
 * Reads messages aloud, one after the other, sentence by sentence. A pause cancels the sentence, and resuming begins it again,
 * because not every browser can pause a voice. Where a connected voice fails, the browser's reads the rest of the message.
 */
export class Speaker {
  readonly #state: StoreApi<SpeechState>
  readonly #deps: SpeakerDeps
  /** What is read, and what comes after it. */
  #messages: SpokenMessage[] = []
  #isFallenBack = false
  #failures = 0
  #prepared: SpokenSentence | null = null
  #cancel: (() => void) | null = null

  constructor(state: StoreApi<SpeechState>, deps: SpeakerDeps) {
    this.#state = state
    this.#deps = deps
  }

  /** Reads a whole message, in place of what is being read. */
  read(key: string, sentences: readonly SpokenSentence[]): SpokenMessage {
    const message = this.begin(key)
    this.add(sentences)
    this.finish()
    return message
  }

  /** Begins a message whose sentences are passed to `add`, until `finish`. */
  begin(key: string): SpokenMessage {
    this.stop()
    return this.beginAfter(key)
  }

  /** The same, once what is being read has ended. */
  beginAfter(key: string): SpokenMessage {
    const message = { key, sentences: [], isOpen: true }
    this.#messages.push(message)
    if (this.#messages.length === 1) this.#state.setState({ key })
    return message
  }

  /** Whether a message is being read, or will be. */
  isReading(message: SpokenMessage): boolean {
    return this.#messages.includes(message)
  }

  add(sentences: readonly SpokenSentence[]): void {
    this.#messages.at(-1)?.sentences.push(...sentences)
    this.#next()
  }

  finish(): void {
    const message = this.#messages.at(-1)
    if (message) message.isOpen = false
    this.#next()
  }

  pause(): void {
    if (this.#state.getState().key === null) return
    this.#cancel?.()
    this.#state.setState({ isPaused: true, sentence: null })
  }

  resume(): void {
    this.#state.setState({ isPaused: false })
    this.#next()
  }

  stop(): void {
    this.#messages = []
    this.#isFallenBack = false
    this.#failures = 0
    this.#cancel?.()
    this.#state.setState(silence)
  }

  /** Speaks the first sentence that is left, unless one is being spoken. */
  #next(): void {
    const [message] = this.#messages
    if (!message || this.#state.getState().isPaused) return
    if (this.#cancel) {
      this.#prepare()
      return
    }
    const [sentence] = message.sentences
    if (sentence === undefined) {
      if (!message.isOpen) this.#nextMessage()
      return
    }
    let isEnded = false
    const cancel = this.#say(sentence, {
      onSound: () => {
        if (!isEnded) this.#state.setState({ sentence })
      },
      onEnd: (failure) => {
        if (isEnded) return
        isEnded = true
        this.#cancel = null
        this.#failures = failure === undefined ? 0 : this.#failures + 1
        if (this.#failures >= maxFailures) return this.stop()
        message.sentences.shift()
        this.#next()
      },
    })
    if (isEnded) return
    this.#cancel = () => {
      isEnded = true
      this.#cancel = null
      cancel()
    }
    this.#prepare()
  }

  #nextMessage(): void {
    const [, next] = this.#messages
    if (!next) {
      this.stop()
      return
    }
    this.#messages.shift()
    this.#isFallenBack = false
    this.#state.setState({ key: next.key, sentence: null })
    this.#next()
  }

  #say(sentence: SpokenSentence, listeners: Listeners): () => void {
    const { browser, connected, onFallback } = this.#deps
    if (sentence.address === null || this.#isFallenBack) return browser(sentence, listeners)
    let isCancelled = false
    let cancelFallback = () => {}
    const onEnd = (failure?: string) => {
      if (isCancelled) return
      if (failure === undefined) return listeners.onEnd()
      this.#isFallenBack = true
      onFallback(failure)
      cancelFallback = browser(sentence, listeners)
    }
    const cancel = connected(sentence, { ...listeners, onEnd })
    return () => {
      isCancelled = true
      cancel()
      cancelFallback()
    }
  }

  #prepare(): void {
    const next = this.#messages[0]?.sentences[1] ?? this.#messages[1]?.sentences[0]
    if (!next || next === this.#prepared || next.address === null || this.#isFallenBack) return
    this.#prepared = next
    this.#deps.prepare(next)
  }
}
