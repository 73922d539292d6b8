import { z } from 'zod'
import { lorebookMaxima } from '#engine/lore/lorebook.ts'
import { changingAccount, chatting, editing, type Routes, reading } from './routes.ts'
import { nameUpTo } from './text-fields.ts'

export const lorebookLimits = {
  perAccount: 100,
  /** Bytes of all lorebooks of an account. */
  bytesPerAccount: 25_000_000,
  /** UTF-16 code units of a file. */
  file: 3 * lorebookMaxima.text,
  /** Unicode code points. */
  name: 100,
  /** How many a conversation or a persona can have. */
  attached: 10,
} as const

const text = z.string().max(lorebookLimits.file, 'Please use a lorebook of 3 MB or less')
const name = nameUpTo(lorebookLimits.name, 'this', 'Please enter a name')

/** A lorebook as JSON (engine/lore/lorebook.ts). */
const StoredLorebook = z.object({ lorebook: z.string(), updatedAt: z.number().int() })

/** `basedOn`: the `updatedAt` of the version that is changed, as in every save. */
const LorebookChange = z.object({ lorebook: text, basedOn: z.number().int().optional() })

/** An item of the list. */
export const LorebookSummary = z.object({
  id: z.string(),
  name: z.string(),
  entryCount: z.number().int(),
  updatedAt: z.number().int(),
})
export type LorebookSummary = z.infer<typeof LorebookSummary>

/** The text of a file: of this site, a character card or SillyTavern. Without a name, the book's own. */
const NewLorebook = z.object({ lorebook: text, name: name.optional() })
const NamedLorebookChange = LorebookChange.extend({ name })

const LorebookIds = z.object({
  ids: z
    .array(z.string().min(1).max(64))
    .max(lorebookLimits.attached, `Please choose up to ${lorebookLimits.attached} lorebooks`),
})

const chosen = { limit: 'saveChatSettings', body: LorebookIds, response: LorebookIds } as const
const saved = { ...editing, limit: 'save', bodyLimit: 8_000_000 } as const

export const characterLorebookApi = {
  /** That of an own character. Without entries if there is none. */
  'GET /api/characters/:id/lorebook': { ...reading, response: StoredLorebook },
  'PUT /api/characters/:id/lorebook': { ...saved, body: LorebookChange, response: StoredLorebook },
} as const satisfies Routes

export const lorebookApi = {
  'GET /api/lorebooks': { ...reading, response: z.object({ lorebooks: z.array(LorebookSummary) }) },
  'POST /api/lorebooks': { ...saved, body: NewLorebook, response: LorebookSummary, status: 201 },
  'GET /api/lorebooks/:id': { ...reading, response: StoredLorebook.extend({ name: z.string() }) },
  'PUT /api/lorebooks/:id': { ...saved, body: NamedLorebookChange, response: StoredLorebook },
  'DELETE /api/lorebooks/:id': editing,
  'POST /api/lorebooks/:id/restore': { ...editing, response: LorebookSummary },
  /** The lorebooks that are used in a conversation, besides those of its characters and the persona. */
  'GET /api/conversations/:id/lorebooks': { ...reading, response: LorebookIds },
  'PUT /api/conversations/:id/lorebooks': { ...chatting, ...chosen },
  'PUT /api/personas/:id/lorebooks': { ...changingAccount, ...chosen },
} as const satisfies Routes
