import { z } from 'zod'
import { StoredCharacterFields } from './characters.ts'
import { ConversationPage } from './chat.ts'
import { changing, type Routes, reading } from './routes.ts'
import { sceneLimits } from './scenes.ts'

export const revisionLimits = {
  /** Those that conversations name are kept besides. */
  perCharacter: 50,
  /** Bytes of the lorebooks of earlier versions. */
  lorebooksPerAccount: 25_000_000,
} as const

/** A version of a character that its author has saved, in the list. */
export const ListedRevision = z.object({
  id: z.string(),
  createdAt: z.number().int(),
  /** The names of the fields in which it differs from the one before; empty for the first one. */
  changed: z.array(z.string()),
})
export type ListedRevision = z.infer<typeof ListedRevision>

/** What its author wrote, without who sees it, and the entries of the lorebooks of now and of then that the other has not. */
const Revision = StoredCharacterFields.omit({ isPublic: true, isDefinitionPublic: true, isExportAllowed: true }).extend(
  {
    lorebook: z.object({ before: z.string(), after: z.string() }),
  },
)

/** The value of a field as the difference of two versions shows it. */
export function fieldText(value: unknown): string {
  if (Array.isArray(value)) return value.join('\n')
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return fieldText(Object.entries(value).map(([name, text]) => `${name}: ${text}`))
}

/** How a character of a conversation has changed since the conversation began, as far as its user may see it. */
export const CharacterUpdate = z.object({
  characterId: z.string(),
  name: z.string(),
  /** The revision that the conversation keeps. */
  keptId: z.string(),
  /** The newest one. */
  revisionId: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
  /** Whether fields have changed that only the author reads. */
  isDefinitionChanged: z.boolean(),
})
export type CharacterUpdate = z.infer<typeof CharacterUpdate>

const RevisionsRequest = z.object({
  /** `take`: the conversation goes on with these revisions. `keep`: they are not offered any more. */
  choice: z.enum(['take', 'keep']),
  revisions: z
    .array(z.object({ characterId: z.string().max(64), revisionId: z.string().max(64) }))
    .min(1)
    .max(sceneLimits.participants),
})
export type RevisionsRequest = z.infer<typeof RevisionsRequest>

/** For authors. An earlier version is restored by saving it, with `lorebookOf`. */
export const revisionApi = {
  'GET /api/characters/:id/revisions': { ...reading, response: z.array(ListedRevision) },
  'GET /api/characters/:id/revisions/:revisionId': { ...reading, response: Revision },
} as const satisfies Routes

/** A conversation goes on with the characters as they were when it began, until its user takes what has changed since. */
export const characterUpdateApi = {
  'GET /api/conversations/:id/character-updates': { ...reading, response: z.array(CharacterUpdate) },
  'PUT /api/conversations/:id/revisions': {
    ...changing,
    limit: 'versions',
    body: RevisionsRequest,
    response: ConversationPage,
  },
} as const satisfies Routes
