import type { FastifyInstance, FastifyReply } from 'fastify'
import { schedule } from '#server/core/schedule.ts'
import { ApiError } from '#server/http/api-error.ts'
import { boundWork } from '#server/http/bounded-work.ts'
import { handleRoutes } from '#server/http/handle-routes.ts'
import type { Sound } from '#server/providers/voices/provider.ts'
import { recordingTypes } from '#shared/voice-terms.ts'
import { voiceApi } from '#shared/voices.ts'
import { speak, transcribe } from './ask-voices.ts'
import { sweepSounds } from './delete-sounds.ts'
import { openMessageSound } from './message-sound.ts'
import { type SpeechDeps, sampleSentence } from './speech-deps.ts'
import { countSecondsLeft } from './speech-limit.ts'

const sweepInterval = 60 * 60_000

/** Messages that are heard, and recordings that are written down. */
export function speechRoutes(deps: SpeechDeps) {
  const { context } = deps
  const routes = handleRoutes(voiceApi, (app) => {
    const task = () => sweepSounds(context, deps.storage)
    app.addHook('onClose', schedule(context.log, { name: 'sound sweep', interval: sweepInterval, task }))
    const runTranscription = boundWork({
      max: 24,
      maxPerAccount: 2,
      maxRunning: 24,
      message: 'Too many recordings are being written down at the moment. Please try again in a few seconds.',
    })
    return {
      'GET /api/voices': async ({ viewer }) => {
        const connections = await deps.readVoices()
        const all = connections.flatMap(({ name, voices }) => voices.map((voice) => ({ ...voice, service: name })))
        return {
          voices: all.filter(({ id }, index) => all.findIndex((voice) => voice.id === id) === index),
          canTranscribe: connections.some(({ canTranscribe }) => canTranscribe),
          secondsLeft: await countSecondsLeft(context, viewer),
        }
      },
      'GET /api/voices/:id/sample': async ({ viewer, params }, reply) =>
        sendSound(
          reply,
          await speak(deps, viewer, { text: sampleSentence, voice: params.id, signal: signalOf(reply) }),
        ),
      'GET /api/conversations/:id/messages/:messageId/speech': async ({ viewer, params, query }, reply) => {
        const part = { conversationId: params.id, messageId: params.messageId, ...query, signal: signalOf(reply) }
        return sendSound(reply, await openMessageSound(deps, viewer, part))
      },
      'POST /api/transcriptions': async ({ viewer, body, headers, query }, reply) => {
        const type = (headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
        if (!Buffer.isBuffer(body) || !recordingTypes.some((known) => known === type)) {
          const message = 'Please send one recording: WebM, Ogg, MP4, WAV or MP3.'
          throw new ApiError('unsupported_media_type', { message })
        }
        const recording = { bytes: body, type, language: query.language }
        const signal = signalOf(reply)
        return { text: await runTranscription(viewer.id, () => transcribe(deps, viewer, { recording, signal })) }
      },
      'POST /api/calls/round-trips': async ({ query }) => {
        context.metrics.roundTripSeconds.observe(query.milliseconds / 1_000)
      },
    }
  })
  return async (app: FastifyInstance): Promise<void> => {
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
    await app.register(routes)
  }
}

/** Aborted once the client has disconnected: it may have been interrupted. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController()
  reply.raw.once('close', () => controller.abort(new Error('the client has disconnected')))
  return controller.signal
}

export function sendSound(reply: FastifyReply, { type, stream }: Sound): FastifyReply {
  return reply.type(type).header('cache-control', 'no-store').send(stream)
}
