import { sumSpeech } from '#server/chat/speech/queries.ts'
import { dayOf } from '#server/chat/speech/speech-limit.ts'
import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { meanOf } from '#server/core/last-hour.ts'
import { fieldError } from '#server/http/api-error.ts'
import { voiceServices } from '#server/providers/voices/index.ts'
import { VoiceConnection, type VoiceConnectionRequest, type VoiceConnections } from '#shared/voices.ts'
import { listConnections } from '../connections/queries.ts'
import type { Connections } from '../connections/save-connection.ts'
import { findService } from '../connections/service-key.ts'
import type { VoiceConnectionRow } from './connected-voices.ts'

export async function readVoiceConnections(context: Context): Promise<VoiceConnections> {
  const rows = await listConnections(context.db, 'voice_connections')
  return {
    connections: rows.map((row) => {
      const hasKey = row.encrypted_key !== null
      const isKeyUnreadable = hasKey && context.secretBox.decrypt(row.encrypted_key ?? '', row.id) === null
      const serviceLabel = findService(voiceServices, row.service).label
      const enabled = row.is_enabled === 1
      return { ...fieldsOf(VoiceConnection, row), serviceLabel, enabled, hasKey, isKeyUnreadable }
    }),
    services: voiceServices.map(({ create: _, ...service }) => service),
    today: await sumSpeech(context.db, dayOf(context.clock.now())),
    roundTrip: meanOf(await context.metrics.lastHour.read(), 'troupe_call_round_trip_seconds'),
  }
}

export const voiceConnections = (context: Context): Connections<VoiceConnectionRequest> => ({
  context,
  table: 'voice_connections',
  target: 'voices',
  actions: { save: 'save_voices', delete: 'delete_voices', order: 'order_voices' },
  assertValid({ service, voices, transcriptionModel }) {
    findService(voiceServices, service)
    if (voices.length > 0 || transcriptionModel !== null) return
    throw fieldError('voices', 'Enter a voice, or a model that transcribes.')
  },
  columnsOf: (request): Partial<VoiceConnectionRow> => ({
    speech_model: request.speechModel,
    transcription_model: request.transcriptionModel,
    // Each once.
    voices: JSON.stringify([...new Map(request.voices.map((voice) => [voice.id, voice])).values()]),
    speech_price: request.speechPrice,
    transcription_price: request.transcriptionPrice,
  }),
  factsOf: () => ({}),
  // Pages know of the settings whether anything speaks.
  applyChange: () => context.settings.load(),
})
