import { buffer } from 'node:stream/consumers'
import { sampleSentence } from '#server/chat/speech/speech-deps.ts'
import type { Context } from '#server/core/context.ts'
import { voiceServices } from '#server/providers/voices/index.ts'
import type { VoiceProvider } from '#server/providers/voices/provider.ts'
import { voiceLimits, voicePattern } from '#shared/voice-terms.ts'
import type { TryVoiceRequest, VoiceTestResult } from '#shared/voices.ts'
import { describeFailure } from '../connections/describe-failure.ts'
import { findService, readTestKey } from '../connections/service-key.ts'
import { tryService } from '../connections/try-service.ts'

/** Milliseconds for a test, and for a list of voices. */
const timeouts = { test: 90_000, list: 10_000 }

/** Has one sentence spoken, and has it written down again where the connection transcribes. */
export async function testVoiceConnection(context: Context, request: TryVoiceRequest): Promise<VoiceTestResult> {
  const { voices, transcriptionModel } = request.connection
  const { clock } = context
  const startedAt = clock.elapsed()
  const done: string[] = []
  let sound: string | null = null
  const problem = await tryProvider(context, request, timeouts.test, async (provider, signal) => {
    const [voice] = voices
    // For a service that only transcribes.
    let recording = { type: 'audio/wav', bytes: silence }
    if (voice) {
      const { type, stream } = await provider.speak(sampleSentence, voice.id, signal)
      const seconds = ((clock.elapsed() - startedAt) / 1_000).toFixed(1)
      done.push(`It speaks: ${voice.label} began after ${seconds} seconds.`)
      recording = { type, bytes: await buffer(stream) }
      sound = `data:${type};base64,${Buffer.from(recording.bytes).toString('base64')}`
    }
    if (transcriptionModel !== null) {
      await provider.transcribe(recording, signal)
      done.push('It transcribes.')
    }
  })
  if (problem !== null) return { ...problem, sound }
  return { ok: true, message: done.join(' '), detail: null, sound }
}

/** The voices that the service lists, or those that are known of it. */
export async function listAvailableVoices(context: Context, request: TryVoiceRequest) {
  const { defaultVoices } = findService(voiceServices, request.connection.service)
  if (defaultVoices.length > 0) return { voices: defaultVoices.map((id) => ({ id, label: id })), problem: null }
  let voices: { id: string; label: string }[] = []
  const failure = await tryProvider(context, request, timeouts.list, async (provider, signal) => {
    const listed = await provider.listVoices(signal)
    const usable = listed.filter(({ id }) => id.length <= voiceLimits.voice && voicePattern.test(id))
    voices = usable
      .slice(0, voiceLimits.voices)
      .map(({ id, label }) => ({ id, label: label.slice(0, voiceLimits.voice) }))
  })
  const none = 'The service lists no voices. Enter their names, as its documentation has them.'
  return { voices, problem: failure?.message ?? (voices.length === 0 ? none : null) }
}

const words = { service: 'voice service', model: 'that model or voice' }

/** Runs `attempt` with a provider of the settings, and describes its failure in plain words; null if there was none. */
async function tryProvider(
  context: Context,
  request: TryVoiceRequest,
  timeout: number,
  attempt: (provider: VoiceProvider, signal: AbortSignal) => Promise<void>,
) {
  const { baseUrl, speechModel, transcriptionModel } = request.connection
  const apiKey = await readTestKey(context, 'voice_connections', request)
  const provider = findService(voiceServices, request.connection.service).create({
    baseUrl,
    apiKey,
    speechModel,
    transcriptionModel,
  })
  const { host } = new URL(baseUrl)
  return tryService(provider, {
    run: (signal) => attempt(provider, signal),
    timeout,
    late: 'The service did not answer in time.',
    explain: (error) =>
      error.reason === 'invalid_reply'
        ? `${host} answers, but not with sound. Check the address: most end with /v1.`
        : describeFailure(error, { baseUrl, model: null, hasKey: apiKey !== null, words }),
  })
}

/** A second of silence: the header of mono WAV with 16 bits and 16 kHz, and the samples. */
const silence = Buffer.concat([
  Buffer.from('52494646247d000057415645666d74201000000001000100803e0000007d00000200100064617461007d0000', 'hex'),
  Buffer.alloc(32_000),
])
