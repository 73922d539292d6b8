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

/** Consecutive sentences that may fail before it stops. */
const maxFailures = 3

/**
 * Reads one message at a time aloud, sentence by sentence. A pause cancels the sentence, and resuming begins it again,
 * because not every browser can pause a voice. Where a connected voice fails, the browser's reads the rest of the message.
 */
export class Speaker {
  readonly #state: StoreApi<SpeechState>
  readonly #deps: SpeakerDeps
  #sentences: SpokenSentence[] = []
  /** Whether more of the message is on its way. */
  #isOpen = false
  #isFallenBack = false
  #failures = 0
  #prepared: SpokenSentence | null = null
  #cancel: (() => void) | null = null

  constructor(state: StoreApi<SpeechState>, deps: SpeakerDeps) {
    this.#state = state
    this.#deps = deps
  }

  /** Reads a whole message, in place of what is being read. */
  read(key: string, sentences: readonly SpokenSentence[]): void {
    this.begin(key)
    this.add(sentences)
    this.finish()
  }

  /** Begins a message whose sentences are passed to `add`, until `finish`. */
  begin(key: string): void {
    this.stop()
    this.#isOpen = true
    this.#state.setState({ key })
  }

  add(sentences: readonly SpokenSentence[]): void {
    if (this.#state.getState().key === null) return
    this.#sentences.push(...sentences)
    this.#next()
  }

  finish(): void {
    this.#isOpen = false
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
    this.#sentences = []
    this.#isOpen = false
    this.#isFallenBack = false
    this.#failures = 0
    this.#cancel?.()
    this.#state.setState(silence)
  }

  /** Speaks the first sentence that is left, unless one is being spoken. */
  #next(): void {
    const { key, isPaused } = this.#state.getState()
    if (key === null || isPaused) return
    if (this.#cancel) {
      this.#prepare()
      return
    }
    const [sentence] = this.#sentences
    if (sentence === undefined) {
      if (!this.#isOpen) this.stop()
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
        this.#sentences.shift()
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
    const next = this.#sentences[1]
    if (!next || next === this.#prepared || next.address === null || this.#isFallenBack) return
    this.#prepared = next
    this.#deps.prepare(next)
  }
}
