/** What an illustrator hands over: one of the house's own drawings by its name, or a picture in bytes. */
export type Picture =
  | { kind: 'drawing'; name: string }
  /** PNG, JPEG or WebP, not yet trusted: it goes the way of an upload. */
  | { kind: 'bytes'; bytes: Uint8Array }

/** Draws what a prompt describes. Rejects with an `ImageFault`, or with the signal's reason when called off. */
export interface ImageProvider {
  /** Which entry of the list it is. */
  id: string
  /** For people. */
  label: string
  builtIn: boolean
  generate(prompt: string, options: { signal: AbortSignal }): Promise<Picture>
}

/** What an illustrator did wrong. `cause` is for the log, never for the author. */
export class ImageError extends Error {
  override name = 'ImageError'
  /** Whether the service turned this very prompt down; trying again would not help. */
  readonly refused: boolean

  constructor(provider: string, message: string, options: { cause?: unknown; refused?: boolean } = {}) {
    super(`${provider}: ${message}`, options.cause === undefined ? undefined : { cause: options.cause })
    this.refused = options.refused ?? false
  }
}
