import { z } from 'zod'
import { transcriptMaxima } from '#engine/transcripts/transcript.ts'
import { Conversation, chatLimits } from './chat.ts'
import { changingAccount, type Routes, reading } from './routes.ts'

export const transcriptLimits = {
  /** UTF-16 code units of the messages of a file. */
  file: 8_000_000,
  /** Bytes of a request. Most of a file can be what is not read of it, such as the reasoning of replies. */
  request: 32_000_000,
  /** Messages of a file, over all its conversations and branches. */
  messages: transcriptMaxima.messages,
  /** UTF-16 code units of one message. */
  message: 40_000,
} as const

/**
 * `json`: lossless; `jsonl`: SillyTavern's format, the active path with the versions of its messages; `markdown` and
 * `html`: the active path to read.
 */
export const transcriptFormats = ['json', 'jsonl', 'markdown', 'html'] as const
export type TranscriptFormat = (typeof transcriptFormats)[number]

/**
 * The text of a file, and the character that speaks in it from now on. Without one, it is
 * the character of the name in the file; where that is none or several, the answer is `character_unknown`.
 */
export const ImportRequest = z.object({
  characterId: z.string().min(1).max(64).optional(),
  text: z.string(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

const ImportResponse = z.object({
  conversations: z.array(Conversation),
  /** How many messages came in hidden: left out of prompts. */
  excluded: z.number().int(),
  /** What the file has and was not imported, in words for the user. */
  leftOut: z.array(z.string()),
})
export type ImportResponse = z.infer<typeof ImportResponse>

const format = z.enum(transcriptFormats).default('json')

export const exportApi = {
  /** Several conversations as a ZIP archive with a file each. */
  'GET /api/conversations/export': {
    access: 'signed-in',
    key: 'read',
    limit: 'download',
    query: z.object({
      format,
      /** Separated by commas. */
      ids: z
        .string()
        .max(chatLimits.selected * 65)
        .transform((ids) => [...new Set(ids.split(','))])
        .refine((ids) => ids.length <= chatLimits.selected, `Please choose ${chatLimits.selected} or fewer`),
    }),
  },
  'GET /api/conversations/:id/export': { ...reading, limit: 'exportConversation', query: z.object({ format }) },
} as const satisfies Routes

export const importApi = {
  'POST /api/conversations/import': {
    ...changingAccount,
    limit: 'importConversation',
    bodyLimit: transcriptLimits.request,
    body: ImportRequest,
    response: ImportResponse,
    status: 201,
  },
} as const satisfies Routes
