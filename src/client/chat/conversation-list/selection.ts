import { create } from 'zustand'
import { chatLimits } from '#shared/chat.ts'

/** The conversations that are selected, and the one that was clicked last; null while none can be selected. */
interface Selection {
  ids: ReadonlySet<string>
  last: string | null
}

const useStore = create<{ selection: Selection | null }>(() => ({ selection: null }))

export const useSelection = () => useStore((state) => state.selection)

const set = (ids: Iterable<string>, last: string | null) =>
  useStore.setState({ selection: { ids: new Set([...ids].slice(0, chatLimits.selected)), last } })

export const startSelection = (id?: string): void => set(id ? [id] : [], id ?? null)
export const endSelection = (): void => useStore.setState({ selection: null })

/** Selects or deselects a conversation, and with Shift all from the one that was clicked last. */
export function toggleSelected(id: string, isRange: boolean): void {
  const { ids = new Set<string>(), last = null } = useStore.getState().selection ?? {}
  const all = shownIds()
  const [from, to] = [all.indexOf(last ?? id), all.indexOf(id)].toSorted((a, b) => a - b)
  const range = isRange && from !== undefined && from >= 0 && to !== undefined ? all.slice(from, to + 1) : [id]
  const isSelected = ids.has(id)
  set(isSelected ? [...ids].filter((one) => !range.includes(one)) : [...ids, ...range], id)
}

export function selectAllShown(): void {
  set(shownIds(), null)
}

/** In the order of the list, as far as it is loaded. */
const shown = () => [...document.querySelectorAll<HTMLElement>('[data-selects]')].map(({ dataset }) => dataset)
const shownIds = () => shown().map(({ selects = '' }) => selects)

export const shownFolderOf = (id: string): string | null =>
  shown().find(({ selects }) => selects === id)?.folder || null
