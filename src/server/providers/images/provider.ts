import type { ModelError } from '../models/provider.ts'

export type GeneratedImage =
  /** A portrait that the server draws from its name, at `/portraits/<name>.svg`. */
  | { kind: 'portrait'; name: string }
  /** PNG, JPEG or WebP from an external service. Untrusted: it must pass the same checks as an upload. */
  | { kind: 'bytes'; bytes: Uint8Array }

export interface GenerateOptions {
  signal: AbortSignal
  /** Called with the finished part, from 0 to 1, where the service tells it. */
  onProgress?: (progress: number) => void
}

/** Generates an image from a prompt. Rejects with an `ImageError`, or with the signal's reason when aborted. */
export interface ImageProvider {
  id: string
  /** The name users see. */
  label: string
  builtIn: boolean
  generate(prompt: string, options: GenerateOptions): Promise<GeneratedImage>
  close(): Promise<void>
}

/** A failure of an image service. `cause` is for the log and is never shown to users. */
export class ImageError extends Error {
  override name = 'ImageError'
  /** True when the service declined this prompt, so that a retry cannot succeed. */
  readonly refused: boolean
  override readonly cause: ModelError

  constructor(provider: string, cause: ModelError) {
    super(`${provider}: ${cause.message}`, { cause })
    this.cause = cause
    this.refused = cause.reason === 'refused'
  }
}
