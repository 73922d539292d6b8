import { finished } from 'node:stream'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { ModelError } from '#server/providers/models/provider.ts'
import type { Recording, Sound, VoiceProvider } from '#server/providers/voices/provider.ts'
import { bytesPerSecond, charactersPerSecond } from '#shared/voice-terms.ts'
import type { SpeechDeps, VoiceConnection } from './speech-deps.ts'
import { type Charge, chargeSeconds, withinBudget } from './speech-limit.ts'

/** Has a text spoken. Resolves with the first bytes. */
export async function speak(
  { context, readVoices }: SpeechDeps,
  viewer: Viewer,
  { text, voice, signal }: { text: string; voice: string; signal: AbortSignal },
): Promise<Sound> {
  const connections = (await readVoices()).filter(({ voices }) => voices.some(({ id }) => id === voice))
  if (connections.length === 0) throw new ApiError('voice_not_connected')
  const priceOf = ({ speechPrice }: VoiceConnection) => speechPrice * text.length
  const seconds = Math.ceil(text.length / charactersPerSecond)
  const { answer: sound, charge } = await askInOrder(
    context,
    viewer,
    { connections, priceOf, seconds, signal },
    (provider) => provider.speak(text, voice, signal),
  )
  finished(sound.stream, (error) => {
    if (!error) context.metrics.speechSeconds.inc({ result: 'spoken' }, seconds)
    else if (!signal.aborted) void reportFailure(context, { error, seconds, charge })
  })
  return sound
}

/** Has a recording written down. Nothing of it is stored or logged. */
export async function transcribe(
  { context, readVoices }: SpeechDeps,
  viewer: Viewer,
  { recording, signal }: { recording: Recording; signal: AbortSignal },
): Promise<string> {
  const connections = (await readVoices()).filter(({ canTranscribe }) => canTranscribe)
  if (connections.length === 0) {
    throw new ApiError('voice_not_connected', { message: 'No service that understands speech is connected here.' })
  }
  const perSecond = recording.type === 'audio/wav' ? bytesPerSecond.wav : bytesPerSecond.compressed
  const seconds = Math.ceil(recording.bytes.length / perSecond)
  const priceOf = ({ transcriptionPrice }: VoiceConnection) => transcriptionPrice * seconds
  const asked = await askInOrder(context, viewer, { connections, priceOf, seconds, signal }, (provider) =>
    provider.transcribe(recording, signal),
  )
  context.metrics.speechSeconds.inc({ result: 'transcribed' }, seconds)
  return asked.answer
}

interface Asked {
  connections: VoiceConnection[]
  priceOf: (connection: VoiceConnection) => number
  seconds: number
  signal: AbortSignal
}

/** Asks one connection after the other until one answers, and charges the account. */
async function askInOrder<T>(
  context: Context,
  viewer: Viewer,
  { connections, priceOf, seconds, signal }: Asked,
  ask: (provider: VoiceProvider) => Promise<T>,
): Promise<{ answer: T; charge: Charge }> {
  const allowed = await withinBudget(context, connections, priceOf)
  const charge = await chargeSeconds(context, viewer, seconds)
  let last: unknown
  for (const connection of allowed) {
    try {
      const answer = await ask(connection.provider)
      await charge.addDollars(priceOf(connection))
      return { answer, charge }
    } catch (error) {
      // The client is gone. What the service has done until then is not known.
      if (signal.aborted) throw new ApiError('bad_request', { cause: error })
      last = error
      if (!(error instanceof ModelError)) break
      context.log.warn({ connection: connection.name, reason: error.reason }, 'a voice service failed')
    }
  }
  await reportFailure(context, { error: last, seconds, charge })
  throw last instanceof ModelError ? new ApiError('voice_failed', { cause: last }) : last
}

async function reportFailure(
  { metrics, log }: Context,
  { error, seconds, charge }: { error: unknown; seconds: number; charge: Charge },
): Promise<void> {
  metrics.speechSeconds.inc({ result: 'failed' }, seconds)
  const reason = error instanceof ModelError ? error.reason : 'unexpected'
  log.warn({ reason }, 'speech failed')
  await charge.refund().catch((err: unknown) => log.error({ err }, 'seconds of speech were not refunded'))
}
