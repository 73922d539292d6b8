import { z } from 'zod'
import { changing, type Routes } from './routes.ts'
import { textUpTo } from './text-fields.ts'

export const noteLimits = {
  /** UTF-16 code units. */
  scene: 2_000,
  note: 4_000,
  depth: 100,
  interval: 50,
} as const

export const noteRoles = ['system', 'user', 'assistant'] as const

/** The notes as the user writes them. */
export const NotesRequest = z.object({
  /** Where and when the story is now. */
  scene: textUpTo(noteLimits.scene).default(''),
  /** The author's note. */
  note: textUpTo(noteLimits.note).default(''),
  /** How many messages come after the author's note. */
  depth: z.number().int().min(0).max(noteLimits.depth).default(0),
  /** Who says the author's note: `system` is a writing direction, `user` the player, `assistant` the character. */
  role: z.enum(noteRoles).default('system'),
  /** The author's note is sent with every so many messages of the player. */
  interval: z.number().int().min(1).max(noteLimits.interval).default(1),
})

/** What the user tells the model about one conversation. */
export const Notes = z.object({
  scene: z.string(),
  note: z.string(),
  depth: z.number().int(),
  role: z.enum(noteRoles),
  interval: z.number().int(),
})
export type Notes = z.infer<typeof Notes>

/**
 * `seen`: the notes that the change is based on, null for none. If they are others by now, nothing is saved
 * (`changed_elsewhere`).
 */
const SaveNotesRequest = NotesRequest.extend({ seen: Notes.nullable().optional() })
export type SaveNotesRequest = z.infer<typeof SaveNotesRequest>

export const noteApi = {
  'PUT /api/conversations/:id/notes': {
    ...changing,
    limit: 'saveChatSettings',
    body: SaveNotesRequest,
    response: z.object({ notes: Notes.nullable() }),
  },
} as const satisfies Routes
