import type { ConversationSort, ConversationsQuery } from '#shared/conversations.ts'

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

export function queryOfFilters({ search, show, folderId, characterId, sort }: ListFilters) {
  return {
    show,
    sort,
    search: search || undefined,
    folderId: folderId || undefined,
    characterId: characterId || undefined,
  }
}
