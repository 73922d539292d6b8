import { dayOf } from '#server/chat/speech/speech-limit.ts'
import { meanOf } from '#server/core/last-hour.ts'
import { ApiError, fieldError, notFound } from '#server/http/api-error.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { voiceServices } from '#server/providers/voices/index.ts'
import type { NamedVoice } from '#server/providers/voices/provider.ts'
import { voiceLimits } from '#shared/voice-terms.ts'
import type { VoiceConnection, VoiceConnectionRequest, VoiceConnections } from '#shared/voices.ts'
import { assertSameServer, assertUnchanged } from '../models/save-connection.ts'
import { serviceOf, type VoiceDeps } from './connected-voices.ts'
import {
  deleteVoiceConnection,
  findVoiceConnection,
  insertVoiceConnection,
  listVoiceConnections,
  sumSpeech,
  updateVoiceConnection,
  type VoiceConnectionRow,
} from './queries.ts'

export async function readVoiceConnections({ context, secretBox }: VoiceDeps): Promise<VoiceConnections> {
  const rows = await listVoiceConnections(context.db)
  return {
    connections: rows.map((row) => {
      const hasKey = row.encrypted_key !== null
      const isKeyUnreadable = hasKey && secretBox.decrypt(row.encrypted_key ?? '', row.id) === null
      return { ...viewSettings(row), hasKey, isKeyUnreadable }
    }),
    services: voiceServices.map(({ create: _, ...service }) => service),
    today: await sumSpeech(context.db, dayOf(context.clock.now())),
    roundTrip: meanOf(await context.metrics.lastHour.read(), 'troupe_call_round_trip_seconds'),
  }
}

const viewSettings = (row: VoiceConnectionRow): Omit<VoiceConnection, 'hasKey' | 'isKeyUnreadable'> => ({
  id: row.id,
  name: row.name,
  service: row.service,
  serviceLabel: serviceOf(row.service).label,
  baseUrl: row.base_url,
  speechModel: row.speech_model,
  voices: JSON.parse(row.voices) as NamedVoice[],
  transcriptionModel: row.transcription_model,
  speechPrice: row.speech_price,
  transcriptionPrice: row.transcription_price,
  enabled: row.is_enabled === 1,
  updatedAt: row.updated_at,
})

/** Creates a connection, or changes the one with `id`. */
export async function saveVoiceConnection(
  { context, secretBox }: VoiceDeps,
  admin: Actor,
  request: VoiceConnectionRequest,
  id: string | null = null,
): Promise<void> {
  serviceOf(request.service)
  if (request.voices.length === 0 && request.transcriptionModel === null) {
    throw fieldError('voices', 'Enter a voice, or a model that transcribes.')
  }
  const rowId = id ?? context.ids.uuid()
  await context.transact(async (trx) => {
    const rows = await listVoiceConnections(trx)
    const current = rows.find((row) => row.id === id) ?? null
    if (id !== null && current === null) throw notFound()
    const { apiKey } = request
    const edited = current === null ? undefined : request.updatedAt
    const updated_at = assertUnchanged(edited, current?.updated_at ?? 0, context.clock.now())
    if (apiKey === undefined) assertSameServer(current, request)
    const stored = current?.encrypted_key ?? null
    const encrypted_key = apiKey === undefined ? stored : apiKey === null ? null : secretBox.encrypt(apiKey, rowId)
    const settings = { ...columnsOf(request), encrypted_key, updated_at }
    if (current !== null) await updateVoiceConnection(trx, rowId, settings)
    else {
      if (rows.length >= voiceLimits.connections) throw tooMany()
      const position = (rows.at(-1)?.position ?? 0) + 1
      await insertVoiceConnection(trx, { id: rowId, ...settings, position, created_at: updated_at })
    }
    const facts = {
      before: current && new URL(current.base_url).origin,
      after: new URL(request.baseUrl).origin,
      name: request.name,
      service: request.service,
      key: apiKey === undefined ? 'unchanged' : apiKey === null ? 'removed' : 'set',
      enabled: request.enabled ? 1 : 0,
    }
    await appendAudit(context, trx, admin, [{ action: 'save_voices', target_type: 'voices', target_id: rowId, facts }])
  })
  await context.settings.applyChange(context.bus)
}

function columnsOf(request: VoiceConnectionRequest) {
  return {
    name: request.name,
    service: request.service,
    base_url: request.baseUrl,
    speech_model: request.speechModel,
    transcription_model: request.transcriptionModel,
    // Each once.
    voices: JSON.stringify([...new Map(request.voices.map((voice) => [voice.id, voice])).values()]),
    speech_price: request.speechPrice,
    transcription_price: request.transcriptionPrice,
    is_enabled: request.enabled ? 1 : 0,
  }
}

function tooMany(): ApiError {
  const message = `There can be up to ${voiceLimits.connections} connections. Delete one, then try again.`
  return new ApiError('validation_failed', { message })
}

export async function removeVoiceConnection({ context }: VoiceDeps, admin: Actor, id: string): Promise<void> {
  await context.transact(async (trx) => {
    const row = await findVoiceConnection(trx, id)
    if (row === null) throw notFound()
    await deleteVoiceConnection(trx, id)
    const facts = { name: row.name }
    await appendAudit(context, trx, admin, [{ action: 'delete_voices', target_type: 'voices', target_id: id, facts }])
  })
  await context.settings.applyChange(context.bus)
}

/** Puts the connections in the order of `ids`; one that is not among them comes last. */
export async function orderVoiceConnections({ context }: VoiceDeps, admin: Actor, ids: string[]): Promise<void> {
  await context.transact(async (trx) => {
    const rows = await listVoiceConnections(trx)
    const placeOf = ({ id }: VoiceConnectionRow) => (ids.includes(id) ? ids.indexOf(id) : ids.length)
    const ordered = rows.toSorted((a, b) => placeOf(a) - placeOf(b))
    for (const [index, { id }] of ordered.entries()) await updateVoiceConnection(trx, id, { position: index + 1 })
    const facts = { names: ordered.map(({ name }) => name).join(', ') }
    const target = { target_type: 'voices', target_id: ordered[0]?.id ?? '' } as const
    await appendAudit(context, trx, admin, [{ action: 'order_voices', ...target, facts }])
  })
}
