import { z } from 'zod'
import { chatLimits, messageText } from './chat.ts'
import { noteLimits } from './notes.ts'
import { chatting, type Routes, reading } from './routes.ts'
import { voiceLimits } from './voice-terms.ts'
import { voiceId } from './voices.ts'

/** A text, or parts of which those with text count. */
const content = z
  .union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() })), z.null()])
  .transform((given) => (Array.isArray(given) ? given.map(({ text = '' }) => text).join('') : (given ?? '')))

const ChatMessage = z.object({
  role: z.enum(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
  content: content.pipe(messageText(chatLimits.message)).default(''),
})

const maxTokens = z.number().int().min(1).nullish()

/** What is not named here is ignored: the character has a temperature of its own, and no tools. */
export const CompletionRequest = z.object({
  /** The id of a character, with anything before it. */
  model: z.string().min(1).max(200),
  messages: z.array(ChatMessage).min(1).max(10_000),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().nullish() }).nullish(),
  stop: z
    .union([z.string().max(100), z.array(z.string().max(100)).max(4)])
    .nullish()
    .transform((stop) => [stop ?? []].flat()),
  max_tokens: maxTokens,
  max_completion_tokens: maxTokens,
  n: z.literal(1, 'Only one reply at a time is possible').nullish(),
  /** `conversation`: as the header `X-Conversation`. */
  metadata: z.looseObject({ conversation: z.string().max(64).optional() }).nullish(),
})
export type CompletionRequest = z.output<typeof CompletionRequest>

/** The system messages of a client are the author's note. */
export const systemText = z
  .string()
  .max(noteLimits.note, `Please keep system messages to ${noteLimits.note.toLocaleString('en')} characters or less`)

const Model = z.object({
  id: z.string(),
  object: z.literal('model'),
  /** Seconds since 1970. */
  created: z.number().int(),
  owned_by: z.string(),
  name: z.string(),
})
export type Model = z.infer<typeof Model>

/** What is not named here is ignored, such as the model and the format: the service sends its own, in most cases MP3. */
const SpeechRequest = z.object({
  input: z.string().min(1).max(voiceLimits.input),
  /** One of `GET /api/voices`. */
  voice: voiceId,
})

/** OpenAI's protocol: each character is a model. */
export const openaiApi = {
  'GET /v1/models': {
    ...reading,
    limit: 'searchGallery',
    response: z.object({ object: z.literal('list'), data: z.array(Model) }),
  },
  'GET /v1/models/:model': { ...reading, params: z.object({ model: z.string().max(200) }), response: Model },
  'POST /v1/chat/completions': { ...chatting, limit: 'chat', bodyLimit: 4_000_000, body: CompletionRequest },
  /** Answers with the sound, while it is spoken. */
  'POST /v1/audio/speech': { ...chatting, limit: 'speech', body: SpeechRequest },
} as const satisfies Routes
