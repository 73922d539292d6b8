import { create } from 'zustand'
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

/** The filters of the list, which `/conversations` sets too. They last until the list is closed. */
const useFilterStore = create<{ filters: ListFilters }>(() => ({ filters: noFilters }))

export const useListFilters = () => useFilterStore((state) => state.filters)
export const setListFilters = (filters: ListFilters): void => useFilterStore.setState({ filters })
