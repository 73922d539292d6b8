import { createStore, type StoreApi } from 'zustand/vanilla'
import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { errorText, HttpError } from '#client/lib/http.ts'
import type { SpeechState } from '../speech-state.ts'
import type { Listener, ListenerEvents } from './listener.ts'

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
  stopSpeech: () => void
  now: () => number
  onRoundTrip: (milliseconds: number) => void
}

/**
 * A call: what the player says is sent as a message, and stops what is read aloud. It does not read replies itself; a reply
 * goes on arriving when its reading is stopped.
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
    this.#unsubscribe = deps.speech.subscribe(({ sentence }) => {
      this.#listener?.setPlaying(sentence !== null)
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

  setHandsFree(isHandsFree: boolean): void {
    this.#listener?.setHandsFree(isHandsFree)
    this.state.setState({ isHandsFree, isHearing: false })
  }

  setMuted(isMuted: boolean): void {
    this.#listener?.setMuted(isMuted)
    this.state.setState({ isMuted, isHearing: false })
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

  #end(problem: string): void {
    this.#listener?.close()
    this.#listener = null
    this.state.setState({ status: 'ended', isHearing: false, problem })
  }

  #onVoice(): void {
    this.#deps.stopSpeech()
    this.state.setState({ isHearing: true, problem: '' })
  }

  async #onSpoken(text: Promise<string>, at: number): Promise<void> {
    const { store } = this.#deps
    this.state.setState({ isHearing: false, isSending: true })
    try {
      const heard = await text
      if (heard === '' || this.#isClosed) return
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
      this.state.setState({
        problem: errorText(error, error instanceof HttpError ? undefined : (error as Error).message),
      })
    } finally {
      this.state.setState({ isSending: false })
    }
  }
}
