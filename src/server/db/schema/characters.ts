import type { Generated } from 'kysely'
import type { CharacterFields } from '#shared/characters.ts'
import type { ColumnsOf } from './columns-of.ts'

export interface CharacterTables {
  characters: CharactersTable
  character_revisions: CharacterRevisionsTable
  card_files: CardFilesTable
  character_ratings: CharacterRatingsTable
  trend_turns: TrendTurnsTable
  embeds: EmbedsTable
}

/** One column for each field an author writes: its name in snake case, booleans as 0/1, lists and records as JSON. */
export type CharacterColumns = ColumnsOf<CharacterFields>

export interface CharactersTable extends CharacterColumns {
  id: string
  owner_id: string
  /** The sample's slug, unique, so that seeding twice adds nothing; null for every other character. */
  sample_slug: string | null
  chat_count: Generated<number>
  rating_sum: Generated<number>
  rating_count: Generated<number>
  /** For the order by rating, 0 without ratings: a column, so that the gallery can page along an index. */
  rating_score: Generated<number>
  /** Recent interest on a logarithmic scale, comparable without recomputing: see characters/popularity/trend.ts. */
  trend: number
  /** The newest of its revisions, of which this row is the projection. */
  revision_id: Generated<string>
  /** The character card it was imported from, as JSON; empty if there was none. It is read for exports, and for its lorebook. */
  card: Generated<string>
  /** The id of the files that came with that card; empty without. */
  card_file: Generated<string>
  /** 1 if the card has a lorebook. Replies read it. */
  has_lorebook: Generated<number>
  /** `held` until moderators have decided, or `removed` by them: private, and it cannot be published or chatted with. */
  moderation_state: Generated<ModerationState>
  created_at: number
  updated_at: number
  deleted_at: number | null
}

/** What an author has saved, once for each change. Conversations name the revision that they began with. */
export interface CharacterRevisionsTable {
  id: string
  character_id: string
  /** SHA-256 of `card` and the lorebook: a save with the hash of the newest revision adds none. */
  hash: string
  /** JSON of the fields that are not empty or at their default: characters/revisions/revision.ts. */
  card: string
  /** JSON of the names of the fields that differ from the revision before. */
  changed: string
  /**
   * JSON of the lorebook of this revision and of those before it, back to the one before which it was changed; null where a newer
   * revision has it, or the current card.
   */
  lorebook: Generated<string | null>
  created_at: number
}

/** The files that came with a character card. A character has them once it is saved. */
export interface CardFilesTable {
  id: string
  owner_id: string
  /** A ZIP archive. */
  archive: Uint8Array
  /** Its length. */
  bytes: number
  /** The picture with which the character was saved: one of the files, unless its author has chosen another one. */
  avatar: Generated<string>
  created_at: number
}

export type ModerationState = 'none' | 'held' | 'removed'

export interface CharacterRatingsTable {
  user_id: string
  character_id: string
  stars: number
  weight: Generated<number>
  updated_at: number
}

/** Which accounts' turns counted towards the trend of a character: see characters/popularity/trend-turns.ts. */
export interface TrendTurnsTable {
  user_id: string
  character_id: string
  /** The last such day, in days since 1970, UTC. */
  day: number
}

/** Characters whose authors let other websites embed a chat with them. */
export interface EmbedsTable {
  /** A random token, which is public. */
  id: string
  user_id: string
  character_id: string
  /** JSON: the origins of the websites. */
  origins: string
  created_at: number
}
