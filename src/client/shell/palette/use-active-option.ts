import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Entry } from './entries.ts'

/** The number of options that Page Up and Page Down move by. */
const pageSize = 5

/** Tracks the active option of the listbox. It is the first one whenever the query changes. */
export function useActiveOption(query: string, entries: readonly Entry[], choose: (entry: Entry) => void) {
  const [moved, setMoved] = useState({ query, id: '' })
  const found = moved.query === query ? entries.findIndex(({ id }) => id === moved.id) : -1
  const index = Math.max(0, found)
  const active = entries[index] ?? null
  const moveTo = (next: Entry | undefined) => next && setMoved({ query, id: next.id })

  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = nextIndex(event.key, index, entries.length - 1)
    if (next !== null) {
      event.preventDefault()
      moveTo(entries[next])
    } else if (event.key === 'Enter' && active) {
      event.preventDefault()
      choose(active)
    }
  }
  return { active, setActive: moveTo, onKeyDown }
}

/** The index to move to. Arrow keys wrap around, page keys stop at the ends, other keys return null. */
function nextIndex(key: string, index: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index === last ? 0 : index + 1
    case 'ArrowUp':
      return index === 0 ? last : index - 1
    case 'PageDown':
      return Math.min(last, index + pageSize)
    case 'PageUp':
      return Math.max(0, index - pageSize)
    default:
      return null
  }
}

export function optionId({ id }: Entry): string {
  return `palette-${id}`
}
