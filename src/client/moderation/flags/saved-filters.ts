import { createStore, useStore } from 'zustand'
import { tryOrNull } from '#client/lib/try-or-null.ts'

/** A named filter. `query`: the filters as in the address of the page. */
export interface SavedFilter {
  name: string
  query: string
}

/** The filters that every admin has. */
export const builtInFilters: readonly SavedFilter[] = [
  { name: 'All open flags', query: '' },
  { name: 'Overdue', query: 'overdue=true' },
  { name: 'Severity 4 and 5', query: 'severity=4' },
  { name: 'Claimed by me', query: 'claimed=me' },
  { name: 'Claimed by nobody', query: 'claimed=nobody' },
  { name: 'Appeals', query: 'category=appeal' },
  { name: 'Escalated', query: 'status=acknowledged' },
]

const storageKey = 'flag-filters'
export const savedFilterLimits = { name: 40, count: 20 } as const

/** The admin's own filters, kept on this device. */
export function createSavedFilters(storage: Pick<Storage, 'getItem' | 'setItem'>) {
  const store = createStore<readonly SavedFilter[]>(() => readSaved(storage))
  const update = (filters: readonly SavedFilter[]) => {
    store.setState(filters, true)
    tryOrNull(() => storage.setItem(storageKey, JSON.stringify(filters)))
  }
  return {
    ...store,
    /** Saves a filter; one of the same name is replaced. */
    save: (filter: SavedFilter) => {
      const others = store.getState().filter(({ name }) => name !== filter.name)
      update([...others, filter].slice(-savedFilterLimits.count))
    },
    remove: (name: string) => update(store.getState().filter((saved) => saved.name !== name)),
  }
}

function readSaved(storage: Pick<Storage, 'getItem'>): readonly SavedFilter[] {
  const stored: unknown = tryOrNull(() => JSON.parse(storage.getItem(storageKey) ?? '[]'))
  if (!Array.isArray(stored)) return []
  return stored.filter((filter) => typeof filter?.name === 'string' && typeof filter?.query === 'string')
}

export const savedFilters = createSavedFilters({
  getItem: (key) => localStorage.getItem(key),
  setItem: (key, value) => localStorage.setItem(key, value),
})

export const useSavedFilters = () => useStore(savedFilters)
