export interface LorebookTables {
  lorebooks: LorebooksTable
}

/** Lorebooks that users own. That of a character is in its card. */
export interface LorebooksTable {
  id: string
  owner_id: string
  name: string
  entry_count: number
  /** JSON of engine/lore/lorebook.ts. */
  book: string
  created_at: number
  updated_at: number
  deleted_at: number | null
}
