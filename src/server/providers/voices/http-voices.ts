import { PassThrough } from 'node:stream'
import { asList, asRecord } from '#engine/json-values.ts'
import { Upstream } from '../models/http/upstream.ts'
import type { BodyReader, ModelTimeouts } from '../models/http/upstream-call.ts'
import { InvalidReplyError, toModelError } from '../models/http/upstream-error.ts'
import { findSoundType, type NamedVoice, type SoundType, type VoiceProvider } from './provider.ts'

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
export function createHttpVoices(protocol: VoiceProtocol, settings: VoiceSettings): VoiceProvider & { id: string } {
  const { baseUrl, apiKey } = settings
  const headers = apiKey === null ? {} : protocol.authorization(apiKey)
  const upstream = new Upstream({ baseUrl, headers, timeouts: { ...timeouts, ...settings.timeouts } })

  function toReported(error: unknown, signal: AbortSignal): unknown {
    return signal.aborted ? signal.reason : toModelError(protocol.id, error, apiKey === null ? [] : [apiKey])
  }
  async function ask(signal: AbortSignal, send: () => Promise<unknown>): Promise<unknown> {
    signal.throwIfAborted()
    return send().catch((error: unknown) => {
      throw toReported(error, signal)
    })
  }

  return {
    id: protocol.id,
    async speak(text, voice, signal) {
      signal.throwIfAborted()
      const { type, stream, reader, fail } = createSoundReader()
      const { path, body } = protocol.speechRequest(settings, text, voice)
      upstream.post(path, body, reader, { signal }).catch((error: unknown) => fail(toReported(error, signal)))
      return { type: await type, stream }
    },
    async transcribe({ bytes, type, language }, signal) {
      const { path, fields } = protocol.transcriptionRequest(settings, language)
      const form = new FormData()
      for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.append(name, value)
      // Services tell the format by the extension.
      const [, format = ''] = type.split('/')
      const file = new Blob([Buffer.from(bytes)], { type })
      form.append('file', file, `recording.${format === 'mpeg' ? 'mp3' : format}`)
      const reply = await ask(signal, () => upstream.postForm(path, form, signal))
      const { text } = asRecord(reply)
      if (typeof text !== 'string') throw toReported(new InvalidReplyError('no text in the reply'), signal)
      return text.trim()
    },
    async listVoices(signal) {
      return parseVoices(await ask(signal, () => upstream.getJson(protocol.voicesPath, signal)))
    },
    close: () => upstream.close(),
  }
}

/** Passes sound on as it comes. What does not begin like a sound fails before anything of it is passed on. */
function createSoundReader() {
  const stream = new PassThrough()
  const begun = Promise.withResolvers<SoundType>()
  /** The first bytes, until they tell the type. */
  let start: Buffer | null = Buffer.alloc(0)
  let bytes = 0
  // It fails with `type` too, before anybody reads it.
  stream.on('error', () => {})
  const reader: BodyReader = {
    feed(chunk) {
      bytes += chunk.length
      if (bytes > maxSoundBytes) throw new InvalidReplyError('a sound of more than 16 MiB')
      const sound = start === null ? chunk : Buffer.concat([start, chunk])
      if (start !== null) {
        start = sound
        if (sound.length < 4) return 'reading'
        const type = findSoundType(sound)
        if (type === null) throw new InvalidReplyError('no sound in the reply')
        start = null
        begun.resolve(type)
      }
      stream.write(sound)
      return 'reading'
    },
    end() {
      if (start !== null) throw new InvalidReplyError('no sound in the reply')
      stream.end()
    },
  }
  const fail = (error: unknown) => {
    begun.reject(error)
    stream.destroy(error instanceof Error ? error : new Error(String(error)))
  }
  return { type: begun.promise, stream, reader, fail }
}

/** Names or objects with names, as a list or in `voices`. */
function parseVoices(reply: unknown): NamedVoice[] {
  return asList(asRecord(reply).voices ?? reply).flatMap((entry) => {
    const { voice_id, id = voice_id, name = id } = asRecord(entry)
    const voice = typeof entry === 'string' ? entry : (id ?? name)
    if (typeof voice !== 'string' || voice === '') return []
    return [{ id: voice, label: typeof name === 'string' && name !== '' ? name : voice }]
  })
}
