import { ContinuationJoiner, type ContinuationKind } from '#engine/reply/join-continuation.ts'
import { ReplyShaper } from '#engine/reply/reply-shaper.ts'
import type { SpeakerNames } from '#engine/reply/speaker-label.ts'
import type { LiveReply } from './live-reply.ts'

/**
 * Writes what the model says into a reply: without the names of a script, joined to the text that stands. Ends the
 * model's request once it speaks for the player.
 */
export class ReplyWriter {
  readonly #reply: LiveReply
  readonly #names: SpeakerNames
  /** The text that stands, and how the model was asked to go on in it; null for a new reply. */
  readonly #continued: { text: string; kind: ContinuationKind } | null
  #shaper: ReplyShaper
  #joiner: ContinuationJoiner | null

  constructor(reply: LiveReply, names: SpeakerNames, continuation: ContinuationKind) {
    this.#reply = reply
    this.#names = names
    this.#continued = reply.text === '' ? null : { text: reply.text, kind: continuation }
    this.#shaper = new ReplyShaper(names)
    this.#joiner = this.#createJoiner()
  }

  /** Whether the model's request was ended here. */
  get hasEnded(): boolean {
    return this.#shaper.hasEnded
  }

  add(piece: string): void {
    this.#reply.append(this.#shape(piece))
    if (this.#shaper.hasEnded) this.#reply.abortController.abort('complete')
  }

  /** Replaces all that the model has said so far. */
  replace(text: string): void {
    this.#shaper = new ReplyShaper(this.#names)
    this.#joiner = this.#createJoiner()
    this.#reply.replace((this.#continued?.text ?? '') + this.#shape(text))
  }

  /** To be called when the model has ended, for whatever reason: writes what was held back. */
  end(): void {
    const held = this.#shaper.end()
    this.#reply.append(this.#joiner ? this.#joiner.add(held) + this.#joiner.end() : held)
  }

  #shape(piece: string): string {
    const text = this.#shaper.add(piece)
    if (this.#joiner) return this.#joiner.add(text)
    return this.#reply.text === '' ? text.trimStart() : text
  }

  #createJoiner(): ContinuationJoiner | null {
    return this.#continued && new ContinuationJoiner(this.#continued.text, this.#continued.kind)
  }
}
