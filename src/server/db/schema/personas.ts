import type { Generated } from 'kysely'
import type { PersonaFields } from '#shared/personas.ts'

export interface PersonaTables {
  personas: PersonasTable
  persona_defaults: PersonaDefaultsTable
  quick_replies: QuickRepliesTable
}

/** Who a user is in a story. */
export interface PersonasTable extends PersonaFields {
  id: string
  owner_id: string
  /** JSON: the ids of lorebooks that are used in its conversations. */
  lorebooks: Generated<string>
  created_at: number
  updated_at: number
}

/** The persona with which conversations begin: with one character, or with all others (an empty `character_id`). */
export interface PersonaDefaultsTable {
  user_id: string
  character_id: string
  persona_id: string
}

export interface QuickRepliesTable {
  user_id: string
  /** JSON of shared/quick-replies.ts, in their order. */
  replies: string
  updated_at: number
}
