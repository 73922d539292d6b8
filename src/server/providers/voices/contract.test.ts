import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { soundOf, startVoiceServer, voiceKey } from '#tests/support/voice-server.ts'
import { ModelError } from '../models/provider.ts'
import { createHttpVoices } from './http-voices.ts'
import { elevenLabs, openAi } from './protocols.ts'
import { findSoundType } from './provider.ts'

const server = await startVoiceServer()
const settings = { apiKey: voiceKey, speechModel: 'tts-1', transcriptionModel: null }
const createProviders = (firstByteMs: number) => [
  createHttpVoices(openAi(), { ...settings, baseUrl: server.baseUrl, timeouts: { firstByteMs } }),
  createHttpVoices(elevenLabs, { ...settings, baseUrl: server.elevenLabsUrl, timeouts: { firstByteMs } }),
]
const [providers, impatient] = [createProviders(10_000), createProviders(20)]
const { signal } = new AbortController()
const recording = { bytes: Buffer.from('Who goes there?'), type: 'audio/webm', language: 'en' }

afterEach(() => {
  server.release()
  server.mode = 'ok'
})
afterAll(async () => {
  await Promise.all([...providers, ...impatient].map((provider) => provider.close()))
  await server.close()
})

/** Every provider must pass this test: it is what the rest of the server relies on. */
describe.each(providers)('the voices of $id', (provider) => {
  const failureOf = (call: Promise<unknown>) =>
    call.then(
      () => 'nothing',
      (error: unknown) => {
        expect(error).toBeInstanceOf(ModelError)
        expect(JSON.stringify([String(error), String((error as ModelError).cause)])).not.toContain(voiceKey)
        return (error as ModelError).reason
      },
    )

  it('pass the first sound on before the service has finished', async () => {
    server.mode = 'held'
    const { type, stream } = await provider.speak('Good evening.', 'alloy', signal)
    expect([type, server.unfinished]).toEqual(['audio/mpeg', 1])
    server.release()
    expect(await buffer(stream)).toEqual(soundOf('Good evening.', 'alloy'))
  })

  it.each([
    ['unauthorized', 'key'],
    ['rate', 'rate'],
    ['down', 'service'],
    ['empty', 'invalid_reply'],
    ['not-sound', 'invalid_reply'],
  ] as const)('fail where the service is %s, without the key', async (mode, reason) => {
    server.mode = mode
    expect(await failureOf(provider.speak('Good evening.', 'alloy', signal))).toBe(reason)
    // A recording is no sound that the service sends.
    if (mode !== 'empty') expect(await failureOf(provider.transcribe(recording, signal))).toBe(reason)
  })

  it('fail where the service does not answer, or does not have the voice', async () => {
    server.mode = 'silent'
    const [hasty = provider] = impatient.filter(({ id }) => id === provider.id)
    expect(await failureOf(hasty.speak('Good evening.', 'alloy', signal))).toBe('timeout')
    expect(await failureOf(hasty.transcribe(recording, signal))).toBe('timeout')
    server.mode = 'ok'
    const reason = await failureOf(provider.speak('Good evening.', 'onyx', signal))
    expect(reason).toBe(provider.id === 'openai' ? 'rejected' : 'model')
  })

  it('fail in the stream where the service breaks off', async () => {
    server.mode = 'cut'
    const { stream } = await provider.speak('Good evening.', 'alloy', signal)
    expect(await failureOf(buffer(stream))).toBe('broken_off')
  })

  it('are asked to stop when nobody listens any more', async () => {
    server.mode = 'held'
    const abort = new AbortController()
    const { stream } = await provider.speak('Good evening.', 'alloy', abort.signal)
    const reason = new Error('interrupted')
    const heard = buffer(stream)
    abort.abort(reason)
    await expect(heard).rejects.toBe(reason)
    await expect.poll(() => server.unfinished).toBe(0)
  })

  it('write down a recording', async () => {
    expect(await provider.transcribe(recording, signal)).toBe('Who goes there?')
    expect(server.asked.at(-1)?.text).toBe('recording.webm')
  })

  it('are listed', async () => {
    expect((await provider.listVoices(signal))[0]?.id).toBe('alloy')
  })
})

it.each([
  ['fffb9064', 'audio/mpeg'],
  ['52494646', 'audio/wav'],
  ['4f676753', 'audio/ogg'],
  ['664c6143', 'audio/flac'],
  ['7b226572', null],
])('the type of a sound is known by its first bytes: %s', (bytes, type) => {
  expect(findSoundType(Buffer.from(bytes, 'hex'))).toBe(type)
})
