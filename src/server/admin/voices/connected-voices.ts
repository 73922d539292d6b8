import type { VoiceConnection } from '#server/chat/speech/speech-deps.ts'
import type { Context } from '#server/core/context.ts'
import { voiceServices } from '#server/providers/voices/index.ts'
import type { NamedVoice, VoiceProvider } from '#server/providers/voices/provider.ts'
import { listConnections, type RowOf } from '../connections/queries.ts'
import { findService } from '../connections/service-key.ts'

export type VoiceConnectionRow = RowOf<'voice_connections'>

/**
 * The connections that are switched on. Their rows are read for each request, so that a change takes effect at once on every
 * instance. Providers stay, because a new connection to a service would delay the first sound.
 */
export function createVoiceReader(context: Context) {
  const providers = new Map<string, { updatedAt: number; provider: VoiceProvider }>()
  const findProvider = (row: VoiceConnectionRow): VoiceProvider | null => {
    const known = providers.get(row.id)
    if (known?.updatedAt === row.updated_at) return known.provider
    const apiKey = row.encrypted_key === null ? null : context.secretBox.decrypt(row.encrypted_key, row.id)
    if (apiKey === null && row.encrypted_key !== null) {
      context.log.error({ connection: row.name }, 'the key of a voice service cannot be read; was SECRET_KEY changed?')
      return null
    }
    const { base_url: baseUrl, speech_model: speechModel, transcription_model: transcriptionModel } = row
    const provider = findService(voiceServices, row.service).create({
      baseUrl,
      apiKey,
      speechModel,
      transcriptionModel,
    })
    // One that is replaced is not closed: sound may still come from it, and its idle connections end after 4 seconds.
    providers.set(row.id, { updatedAt: row.updated_at, provider })
    return provider
  }
  return {
    async read(): Promise<VoiceConnection[]> {
      const rows = await listConnections(context.db, 'voice_connections')
      return rows.flatMap((row) => {
        const provider = row.is_enabled ? findProvider(row) : null
        if (provider === null) return []
        const { name, voices, transcription_model, speech_price, transcription_price } = row
        return {
          name,
          voices: JSON.parse(voices) as NamedVoice[],
          canTranscribe: transcription_model !== null,
          speechPrice: (speech_price ?? 0) / 1_000_000,
          transcriptionPrice: (transcription_price ?? 0) / 60,
          provider,
        }
      })
    },
    async close(): Promise<void> {
      await Promise.all([...providers.values()].map(({ provider }) => provider.close()))
    },
  }
}
