import { z } from 'zod'
import { ApiKey, BaseUrl, EditedVersion, modelLimits, optionalNumber, TestResult } from './models.ts'
import { chatting, type Routes, reading } from './routes.ts'
import { voiceLimits, voicePattern } from './voice-terms.ts'

/** The id of a voice is its name at the service, so that a character keeps it where the same service is connected. */
export const voiceId = z
  .string()
  .trim()
  .min(1, 'Enter the name of the voice')
  .max(voiceLimits.voice, `Use ${voiceLimits.voice} characters or less`)
  .regex(voicePattern, 'The name of a voice has letters, digits and . _ : / + ( ) - only')

const Voice = z.object({ id: z.string(), label: z.string(), service: z.string() })
export type Voice = z.infer<typeof Voice>

/** What can be heard and understood by connected services. Without voices, the browser's are used. */
export const Voices = z.object({
  /** Of all connections that are switched on, the first to be asked first. */
  voices: z.array(Voice),
  /** Whether `POST /api/transcriptions` has a service. */
  canTranscribe: z.boolean(),
  /** Seconds of speech, spoken or transcribed, that the account has left today; null for an account without a limit. */
  secondsLeft: z.number().int().nullable(),
})
export type Voices = z.infer<typeof Voices>

/** Code units of the message's text, markup included; it is left out of what is spoken. */
const SpeechQuery = z
  .object({
    from: z.coerce.number().int().min(0),
    to: z.coerce.number().int().min(1),
    voice: voiceId,
  })
  .refine(({ from, to }) => to > from && to - from <= voiceLimits.spoken, {
    path: ['to'],
    message: `Ask for 1 to ${voiceLimits.spoken.toLocaleString('en')} characters at once`,
  })

const RoundTripQuery = z.object({ milliseconds: z.coerce.number().int().min(0).max(600_000) })

const TranscriptionQuery = z.object({
  /** What is spoken, as two or three letters; without it, the service finds out. */
  language: z
    .string()
    .regex(/^[a-z]{2,3}$/)
    .optional(),
})

const model = z.string().trim().min(1).max(modelLimits.model).nullable().default(null)

/** What an admin sets of a connection, without its key. */
const settings = {
  name: z.string().trim().min(1, 'Enter a name').max(modelLimits.name, 'Use 60 characters or less'),
  /** An id of `services`. */
  service: z.string().max(40),
  baseUrl: BaseUrl,
  /** Null: the service's default. */
  speechModel: model,
  /** Without voices, it does not speak. */
  voices: z
    .array(z.object({ id: voiceId, label: z.string().trim().min(1).max(voiceLimits.voice) }))
    .max(voiceLimits.voices, `Use ${voiceLimits.voices} voices or less`),
  /** Null: it does not transcribe. */
  transcriptionModel: model,
  /** US dollars per million characters. Null: its costs are not counted. */
  speechPrice: optionalNumber(0, 10_000),
  /** US dollars per minute. Null: its costs are not counted. */
  transcriptionPrice: optionalNumber(0, 100),
  enabled: z.boolean().default(true),
}

/** Without `apiKey` the stored key stays; null removes it. */
export const VoiceConnectionRequest = z.object({
  ...settings,
  apiKey: ApiKey.nullable().optional(),
  updatedAt: EditedVersion,
})
export type VoiceConnectionRequest = z.infer<typeof VoiceConnectionRequest>

/** A connection as the form has it. With `id`, the stored key is used. */
const TryVoiceRequest = z.object({ id: z.string().max(64).optional(), connection: VoiceConnectionRequest })
export type TryVoiceRequest = z.infer<typeof TryVoiceRequest>

export const VoiceConnection = z.object({
  ...settings,
  id: z.string(),
  serviceLabel: z.string(),
  hasKey: z.boolean(),
  /** Whether the key was encrypted with another `SECRET_KEY`. */
  isKeyUnreadable: z.boolean(),
  updatedAt: z.number().int(),
})
export type VoiceConnection = z.infer<typeof VoiceConnection>

const VoiceService = z.object({
  id: z.string(),
  label: z.string(),
  /** Empty for a service that the admin names. */
  baseUrl: z.string(),
  needsKey: z.boolean(),
  defaultSpeechModel: z.string().nullable(),
  defaultTranscriptionModel: z.string().nullable(),
  defaultVoices: z.array(z.string()),
})
export type VoiceService = z.infer<typeof VoiceService>

/** In the order in which they are asked. */
export const VoiceConnections = z.object({
  connections: z.array(VoiceConnection),
  services: z.array(VoiceService),
  /** Of all accounts, since midnight UTC. */
  today: z.object({ seconds: z.number(), dollars: z.number() }),
  /** Of this instance, in the last hour: milliseconds from the end of what a player said to the first sound; null without calls. */
  roundTrip: z.number().nullable(),
})
export type VoiceConnections = z.infer<typeof VoiceConnections>

/** `sound`: the sample as a data URL; null where nothing was spoken. */
export const VoiceTestResult = TestResult.extend({ sound: z.string().nullable() })
export type VoiceTestResult = z.infer<typeof VoiceTestResult>

const AvailableVoices = z.object({
  voices: z.array(z.object({ id: z.string(), label: z.string() })),
  /** Why there is no list, in plain words; else null. */
  problem: z.string().nullable(),
})

const admin = { access: 'admin' } as const
const tested = { access: 'admin', limit: 'modelTest', body: TryVoiceRequest } as const

export const voiceConnectionApi = {
  'GET /api/admin/voices': { ...admin, response: VoiceConnections },
  'POST /api/admin/voices': { ...admin, body: VoiceConnectionRequest, response: VoiceConnections, status: 201 },
  'PUT /api/admin/voices/:id': { ...admin, body: VoiceConnectionRequest, response: VoiceConnections },
  'DELETE /api/admin/voices/:id': { ...admin, response: VoiceConnections },
  'POST /api/admin/voices/order': {
    ...admin,
    body: z.object({ ids: z.array(z.string().max(64)).max(modelLimits.connections) }),
    response: VoiceConnections,
  },
  'POST /api/admin/voices/test': { ...tested, response: VoiceTestResult },
  'POST /api/admin/voices/available': { ...tested, response: AvailableVoices },
} as const satisfies Routes

/**
 * The two routes with sound answer with `audio/mpeg` (or another type that the service speaks), sent while it is spoken.
 * They fail with `not_found`, `voice_not_connected` (409), `quota_exceeded` (429) and `voice_failed` (502) in JSON before
 * the first sound; after it, the connection breaks off.
 */
export const voiceApi = {
  'GET /api/voices': { ...reading, response: Voices },
  /** A fixed sentence. */
  'GET /api/voices/:id/sample': { ...reading, limit: 'speech', params: z.object({ id: voiceId }) },
  /**
   * Of a message, or of a reply that is being written: a request for text that is still to come waits for it. What was
   * spoken once is stored.
   */
  'GET /api/conversations/:id/messages/:messageId/speech': { ...reading, limit: 'speech', query: SpeechQuery },
  /** The body is one recording, with its type as `Content-Type`. Nothing of it is stored. */
  'POST /api/transcriptions': {
    ...chatting,
    limit: 'transcriptions',
    bodyLimit: voiceLimits.recording,
    query: TranscriptionQuery,
    response: z.object({ text: z.string() }),
  },
  /** From the end of what was said in a call to the first sound of the reply, for those who run the site. */
  'POST /api/calls/round-trips': { ...chatting, limit: 'speech', query: RoundTripQuery },
} as const satisfies Routes
