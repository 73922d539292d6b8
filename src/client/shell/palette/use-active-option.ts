import { type KeyboardEvent, useEffect, useState } from 'react'
import type { Entry } from './entries.ts'

/** How far Page Up and Page Down go. */
const page = 5

/** Which option the keyboard stands on. It starts over at the first one whenever the query changes. */
export function useActiveOption(query: string, entries: readonly Entry[], choose: (entry: Entry) => void) {
  const [place, setPlace] = useState({ query, id: '' })
  const known = place.query === query ? entries.findIndex(({ id }) => id === place.id) : -1
  const index = Math.max(0, known)
  const active = entries[index] ?? null
  const moveTo = (next: Entry | undefined) => next && setPlace({ query, id: next.id })

  useEffect(() => {
    if (active) document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' })
  }, [active])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const next = placeAfter(event.key, index, entries.length - 1)
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

/** Arrows go round in a circle, pages stop at the ends; null for every other key. */
function placeAfter(key: string, index: number, last: number): number | null {
  switch (key) {
    case 'ArrowDown':
      return index === last ? 0 : index + 1
    case 'ArrowUp':
      return index === 0 ? last : index - 1
    case 'PageDown':
      return Math.min(last, index + page)
    case 'PageUp':
      return Math.max(0, index - page)
    default:
      return null
  }
}

export function optionId({ id }: Entry): string {
  return `palette-${id}`
}
