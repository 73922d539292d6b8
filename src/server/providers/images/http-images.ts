import { Upstream } from '../models/http/upstream.ts'
import { InvalidReplyError, toModelError } from '../models/http/upstream-error.ts'
import type { GenerateOptions, ImageProvider } from './provider.ts'

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
export function createHttpImages(protocol: ImageProtocol, settings: ImageSettings): ImageProvider {
  const { baseUrl, apiKey } = settings
  const { id, label } = protocol
  const authorization = apiKey === null ? null : protocol.authorization(apiKey)
  const secrets = [apiKey, authorization].filter((secret) => secret !== null)
  const headers = { accept: 'application/json', ...(authorization !== null && { authorization }) }
  const upstream = new Upstream({ baseUrl, headers, timeouts })
  return {
    id,
    label,
    builtIn: false,
    async generate(prompt, options) {
      options.signal.throwIfAborted()
      try {
        const image = await protocol.request(upstream, settings, prompt, options)
        return { kind: 'bytes', bytes: decodeImage(image) }
      } catch (error) {
        options.signal.throwIfAborted()
        throw toModelError(id, error, secrets)
      }
    },
    close: () => upstream.close(),
  }
}

/** Only images inside the reply: an address in it is never fetched, because the service could name any. */
function decodeImage(encoded: unknown): Uint8Array {
  if (typeof encoded !== 'string' || encoded === '') throw new InvalidReplyError('no image in the reply')
  return Buffer.from(encoded.replace(/^data:[\w/+.-]*;base64,/, ''), 'base64')
}
