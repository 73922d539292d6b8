import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { errorText, HttpError } from '#client/lib/http.ts'
import type { controlSpeech, SpeechState } from '../speech-state.ts'

export interface CallState {
  /** `ended`: it could not begin, or cannot go on; `problem` says why. */
  status: 'opening' | 'open' | 'ended'
  isHandsFree: boolean
  isMuted: boolean
  /** Whether the player is speaking. */
  isHearing: boolean
  /** Whether what the player has said is being written or sent. */
  isSending: boolean
  /** What the player has said last. */
  heard: string
  problem: string
  /** Milliseconds from the end of the player's words to the first sound of the reply; null before the first. */
  roundTrip: number | null
}

export interface CallDeps {
  open: (events: ListenerEvents) => Promise<Listener>
  store: Pick<ConversationStore, 'state' | 'send' | 'whenIdle'>
  speech: Pick<StoreApi<SpeechState>, 'getState' | 'subscribe'>
  controlSpeech: typeof controlSpeech
  now: () => number
  onRoundTrip: (milliseconds: number) => void
}

const noWords = 'No words were heard. Hold the button while you speak.'

/**
 * A call: what the player says is sent as a message, and stops what is read aloud; after noise without words, that goes on. It
 * does not read replies itself; a reply goes on arriving when its reading is stopped.
 */
export class Call {
  readonly state = createStore<CallState>(() => ({
    status: 'opening',
    isHandsFree: true,
    isMuted: false,
    isHearing: false,
    isSending: false,
    heard: '',
    problem: '',
    roundTrip: null,
  }))
  readonly #deps: CallDeps
  #listener: Listener | null = null
  #isClosed = false
  /** When the player had said what was sent last; null once it is answered. */
  #saidAt: number | null = null
  readonly #unsubscribe: () => void

  constructor(deps: CallDeps) {
    this.#deps = deps
    this.#unsubscribe = deps.speech.subscribe(({ key, isPaused, sentence }) => {
      // A reply that begins now does not speak over the player.
      if (key !== null && !isPaused && this.state.getState().isHearing) deps.controlSpeech('pause')
      this.#listener?.set({ isPlaying: sentence !== null })
      if (sentence === null || this.#saidAt === null) return
      const roundTrip = deps.now() - this.#saidAt
      this.#saidAt = null
      this.state.setState({ roundTrip })
      deps.onRoundTrip(roundTrip)
    })
  }

  async begin(): Promise<void> {
    try {
      const listener = await this.#deps.open({
        onVoice: () => this.#onVoice(),
        onSpoken: (text, at) => void this.#onSpoken(text, at),
        onProblem: (problem) => this.#end(problem),
      })
      if (this.#isClosed) return listener.close()
      this.#listener = listener
      this.state.setState({ status: 'open' })
    } catch (error) {
      this.#end((error as Error).message)
    }
  }

  set(changes: Partial<Pick<CallState, 'isHandsFree' | 'isMuted'>>): void {
    this.#listener?.set(changes)
    this.#dropHeard(changes)
  }

  press(): void {
    if (!this.state.getState().isHearing) this.#listener?.press()
  }

  release(): void {
    if (!this.state.getState().isHearing) return
    this.state.setState({ isHearing: false })
    this.#listener?.release()
  }

  close(): void {
    this.#isClosed = true
    this.#unsubscribe()
    this.#listener?.close()
    this.#listener = null
  }

  /** What is being said is not sent. */
  #dropHeard(changes: Partial<CallState>): void {
    const { isHearing } = this.state.getState()
    this.state.setState({ ...changes, isHearing: false })
    if (isHearing) this.#deps.controlSpeech('resume')
  }

  #end(problem: string): void {
    this.#listener?.close()
    this.#listener = null
    this.#dropHeard({ status: 'ended', problem })
  }

  #onVoice(): void {
    this.#deps.controlSpeech('pause')
    this.state.setState({ isHearing: true, problem: '' })
  }

  async #onSpoken(text: Promise<string>, at: number): Promise<void> {
    const { store, controlSpeech } = this.#deps
    this.state.setState({ isHearing: false, isSending: true })
    try {
      const heard = await text
      if (this.#isClosed) return
      if (heard === '') {
        controlSpeech('resume')
        // Where it listens by itself, noise is no mistake of the player.
        if (!this.state.getState().isHandsFree) this.state.setState({ problem: noWords })
        return
      }
      controlSpeech('stop')
      this.state.setState({ heard })
      // A reply that was spoken over arrives to its end first.
      await store.whenIdle()
      if (this.#isClosed) return
      this.#saidAt = at
      store.send(heard)
      this.state.setState({ isSending: false })
      await store.whenIdle()
      this.state.setState({ problem: store.state.getState().messages.at(-1)?.error ?? '' })
    } catch (error) {
      controlSpeech('resume')
      this.state.setState({
        problem: errorText(error, error instanceof HttpError ? undefined : (error as Error).message),
      })
    } finally {
      this.state.setState({ isSending: false })
    }
  }
}

export const initialListening = {
  /** It tells itself when somebody speaks. Otherwise `press` and `release` do. */
  isHandsFree: true,
  isMuted: false,
  /** Whether a character is heard at the moment. */
  isPlaying: false,
}

/** What listens to the player during a call. */
export interface Listener {
  set: (changes: Partial<typeof initialListening>) => void
  press: () => void
  release: () => void
  close: () => void
}

export interface ListenerEvents {
  /** Somebody begins to speak. */
  onVoice: () => void
  /** Somebody has spoken, until `at` (milliseconds of `performance.now()`). `text` resolves with the words. */
  onSpoken: (text: Promise<string>, at: number) => void
  /** It cannot listen any more. `problem`: why, in words for the user. */
  onProblem: (problem: string) => void
}
