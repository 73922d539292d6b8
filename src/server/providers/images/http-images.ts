import { Upstream } from '../models/http/upstream.ts'
import { InvalidReplyError, toModelError } from '../models/http/upstream-error.ts'
import type { GeneratedImage, GenerateOptions, ImageProvider } from './provider.ts'

export interface ImageSettings {
  baseUrl: string
  apiKey: string | null
  /** Null: the service's default. */
  model: string | null
  /** Of both sides, in pixels. */
  size: number
}

/** Milliseconds. An image takes longer than the first word of a reply, and a server may have to load its model first. */
const timeouts = { firstByteMs: 180_000, idleMs: 60_000 }

/** A provider behind HTTP: its connections, and its errors as `ModelError`s without the key. */
export abstract class HttpImages implements ImageProvider {
  abstract readonly id: string
  abstract readonly label: string
  readonly builtIn = false
  protected readonly settings: ImageSettings
  protected readonly upstream: Upstream
  readonly #secrets: string[]

  constructor(settings: ImageSettings, headers: Record<string, string>) {
    this.settings = settings
    this.#secrets = settings.apiKey === null ? [] : [settings.apiKey, ...Object.values(headers)]
    this.upstream = new Upstream({
      baseUrl: settings.baseUrl,
      headers: { accept: 'application/json', ...headers },
      timeouts,
    })
  }

  async generate(prompt: string, options: GenerateOptions): Promise<GeneratedImage> {
    options.signal.throwIfAborted()
    try {
      return { kind: 'bytes', bytes: decodeImage(await this.request(prompt, options)) }
    } catch (error) {
      options.signal.throwIfAborted()
      throw toModelError(this.id, error, this.#secrets)
    }
  }

  /** Resolves with the image in base64. */
  protected abstract request(prompt: string, options: GenerateOptions): Promise<unknown>

  close(): Promise<void> {
    return this.upstream.close()
  }
}

/** Only images inside the reply: an address in it is never fetched, because the service could name any. */
function decodeImage(encoded: unknown): Uint8Array {
  if (typeof encoded !== 'string' || encoded === '') throw new InvalidReplyError('no image in the reply')
  return Buffer.from(encoded.replace(/^data:[\w/+.-]*;base64,/, ''), 'base64')
}
