import type { ConversationSort, ConversationsQuery } from '#shared/conversations.ts'

/** Which conversations the list shows, and in which order. */
export interface ListFilters {
  search: string
  show: ConversationsQuery['show']
  /** Empty for all. */
  folderId: string
  characterId: string
  sort: ConversationSort
}

export const noFilters: ListFilters = { search: '', show: 'active', folderId: '', characterId: '', sort: 'recent' }

/** Whether anything but the search narrows or orders the list. */
export function isFiltered({ show, folderId, characterId, sort }: ListFilters): boolean {
  return show !== 'active' || folderId !== '' || characterId !== '' || sort !== 'recent'
}

/** The query of the server's list. */
export function queryOfFilters({ search, show, folderId, characterId, sort }: ListFilters) {
  return {
    show,
    sort,
    search: search || undefined,
    folderId: folderId || undefined,
    characterId: characterId || undefined,
  }
}
