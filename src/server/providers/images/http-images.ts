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

/** A protocol of image services. */
export interface ImageProtocol {
  id: string
  /** The name users see. */
  label: string
  authorization(apiKey: string): string
  /** Resolves with the image in base64. */
  request(upstream: Upstream, settings: ImageSettings, prompt: string, options: GenerateOptions): Promise<unknown>
}

/** A provider behind HTTP: its connections, and its errors as `ModelError`s without the key. */
export class HttpImages implements ImageProvider {
  readonly id: string
  readonly label: string
  readonly builtIn = false
  readonly #protocol: ImageProtocol
  readonly #settings: ImageSettings
  readonly #upstream: Upstream
  readonly #secrets: string[]

  constructor(protocol: ImageProtocol, settings: ImageSettings) {
    const { baseUrl, apiKey } = settings
    this.id = protocol.id
    this.label = protocol.label
    this.#protocol = protocol
    this.#settings = settings
    const authorization: { authorization?: string } =
      apiKey === null ? {} : { authorization: protocol.authorization(apiKey) }
    this.#secrets = [...(apiKey === null ? [] : [apiKey]), ...Object.values(authorization)]
    this.#upstream = new Upstream({ baseUrl, headers: { accept: 'application/json', ...authorization }, timeouts })
  }

  async generate(prompt: string, options: GenerateOptions): Promise<GeneratedImage> {
    options.signal.throwIfAborted()
    try {
      const image = await this.#protocol.request(this.#upstream, this.#settings, prompt, options)
      return { kind: 'bytes', bytes: decodeImage(image) }
    } catch (error) {
      options.signal.throwIfAborted()
      throw toModelError(this.id, error, this.#secrets)
    }
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }
}

/** Only images inside the reply: an address in it is never fetched, because the service could name any. */
function decodeImage(encoded: unknown): Uint8Array {
  if (typeof encoded !== 'string' || encoded === '') throw new InvalidReplyError('no image in the reply')
  return Buffer.from(encoded.replace(/^data:[\w/+.-]*;base64,/, ''), 'base64')
}
