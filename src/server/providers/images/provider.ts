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

/** Generates an image from a prompt. Rejects with a `ModelError`, or with the signal's reason when aborted. */
export interface ImageProvider {
  id: string
  /** The name users see. */
  label: string
  builtIn: boolean
  generate(prompt: string, options: GenerateOptions): Promise<GeneratedImage>
  close(): Promise<void>
}
