import { PassThrough } from 'node:stream'
import { Upstream } from '../models/http/upstream.ts'
import type { BodyReader, ModelTimeouts } from '../models/http/upstream-call.ts'
import { InvalidReplyError, toModelError } from '../models/http/upstream-error.ts'
import {
  findSoundType,
  type NamedVoice,
  type Recording,
  type Sound,
  type SoundType,
  type VoiceProvider,
} from './provider.ts'

export interface VoiceSettings {
  baseUrl: string
  apiKey: string | null
  /** Null: the service's default. */
  speechModel: string | null
  transcriptionModel: string | null
  timeouts?: Partial<ModelTimeouts>
}

/** Milliseconds. A server may have to load its model first. */
const timeouts = { firstByteMs: 60_000, idleMs: 20_000, totalMs: 180_000 }
const maxSoundBytes = 16 * 1024 * 1024

/** A protocol of voice services. */
export interface VoiceProtocol {
  id: string
  voicesPath: string
  authorization(apiKey: string): Record<string, string>
  speechRequest(settings: VoiceSettings, text: string, voice: string): { path: string; body: object }
  transcriptionRequest(
    settings: VoiceSettings,
    language: string | undefined,
  ): { path: string; fields: Record<string, string | undefined> }
}

/** A provider behind HTTP: its connections, and its errors as `ModelError`s without the key. */
export class HttpVoices implements VoiceProvider {
  readonly id: string
  readonly #protocol: VoiceProtocol
  readonly #settings: VoiceSettings
  readonly #upstream: Upstream

  constructor(protocol: VoiceProtocol, settings: VoiceSettings) {
    const { baseUrl, apiKey } = settings
    this.id = protocol.id
    this.#protocol = protocol
    this.#settings = settings
    const headers = apiKey === null ? {} : protocol.authorization(apiKey)
    this.#upstream = new Upstream({ baseUrl, headers, timeouts: { ...timeouts, ...settings.timeouts } })
  }

  async speak(text: string, voice: string, signal: AbortSignal): Promise<Sound> {
    signal.throwIfAborted()
    const reader = new SoundReader()
    const { path, body } = this.#protocol.speechRequest(this.#settings, text, voice)
    const fail = (error: unknown) => reader.fail(this.#describe(error, signal))
    this.#upstream.post(path, body, reader, { signal }).catch(fail)
    return { type: await reader.type, stream: reader.stream }
  }

  async transcribe({ bytes, type, language }: Recording, signal: AbortSignal): Promise<string> {
    const { path, fields } = this.#protocol.transcriptionRequest(this.#settings, language)
    const form = new FormData()
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
    // Services tell the format by the extension.
    const [, format = ''] = type.split('/')
    const file = new Blob([Buffer.from(bytes)], { type })
    form.append('file', file, `recording.${format === 'mpeg' ? 'mp3' : format}`)
    const reply = await this.#ask(signal, () => this.#upstream.postForm(path, form, signal))
    const text = (reply as { text?: unknown } | null)?.text
    if (typeof text !== 'string') throw this.#describe(new InvalidReplyError('no text in the reply'), signal)
    return text.trim()
  }

  async listVoices(signal: AbortSignal): Promise<NamedVoice[]> {
    return parseVoices(await this.#ask(signal, () => this.#upstream.getJson(this.#protocol.voicesPath, signal)))
  }

  close(): Promise<void> {
    return this.#upstream.close()
  }

  async #ask(signal: AbortSignal, send: () => Promise<unknown>): Promise<unknown> {
    signal.throwIfAborted()
    return send().catch((error: unknown) => {
      throw this.#describe(error, signal)
    })
  }

  #describe(error: unknown, signal: AbortSignal): unknown {
    if (signal.aborted) return signal.reason
    const { apiKey } = this.#settings
    return toModelError(this.id, error, apiKey === null ? [] : [apiKey])
  }
}

/** Passes sound on as it comes. What does not begin like a sound fails before anything of it is passed on. */
class SoundReader implements BodyReader {
  readonly stream = new PassThrough()
  readonly #begun = Promise.withResolvers<SoundType>()
  /** The first bytes, until they tell the type. */
  #start: Buffer | null = Buffer.alloc(0)
  #bytes = 0

  constructor() {
    // It fails with `type` too, before anybody reads it.
    this.stream.on('error', () => {})
  }

  get type(): Promise<SoundType> {
    return this.#begun.promise
  }

  feed(chunk: Buffer): 'reading' {
    this.#bytes += chunk.length
    if (this.#bytes > maxSoundBytes) throw new InvalidReplyError('a sound of more than 16 MiB')
    if (this.#start === null) {
      this.stream.write(chunk)
      return 'reading'
    }
    this.#start = Buffer.concat([this.#start, chunk])
    if (this.#start.length < 4) return 'reading'
    const type = findSoundType(this.#start)
    if (type === null) throw new InvalidReplyError('no sound in the reply')
    this.stream.write(this.#start)
    this.#start = null
    this.#begun.resolve(type)
    return 'reading'
  }

  end(): void {
    if (this.#start !== null) throw new InvalidReplyError('no sound in the reply')
    this.stream.end()
  }

  fail(error: unknown): void {
    this.#begun.reject(error)
    this.stream.destroy(error instanceof Error ? error : new Error(String(error)))
  }
}

/** Names or objects with names, as a list or in `voices`. */
function parseVoices(reply: unknown): NamedVoice[] {
  const inside = (reply as { voices?: unknown } | null)?.voices ?? reply
  if (!Array.isArray(inside)) return []
  return inside.flatMap((entry: unknown) => {
    const {
      voice_id,
      id = voice_id,
      name = id,
    } = (typeof entry === 'object' && entry !== null ? entry : {}) as Record<string, unknown>
    const voice = typeof entry === 'string' ? entry : (id ?? name)
    if (typeof voice !== 'string' || voice === '') return []
    return [{ id: voice, label: typeof name === 'string' && name !== '' ? name : voice }]
  })
}
