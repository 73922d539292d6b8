import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { rovingTarget } from '#client/lib/keyboard.ts'
import { Chip } from '#client/ui/chip.tsx'
import { allCategories, type Category, categories } from '#shared/character-terms.ts'

interface CategoryChipsProps {
  value: Category | undefined
  onChange: (category: Category | undefined) => void
  /** Whether the viewer may see the categories of explicit characters. */
  hasExplicit?: boolean
}

/** Selects one category or all. One tab stop, with arrow keys between the chips. On phones the row scrolls. */
export function CategoryChips({ value, onChange, hasExplicit = false }: CategoryChipsProps) {
  const row = useRef<HTMLDivElement>(null)
  const [initialValue] = useState(value)
  useLayoutEffect(() => {
    if (initialValue) scrollToSelected(row.current)
  }, [initialValue])
  const options = [undefined, ...(hasExplicit ? allCategories : categories)]
  const [focused, setFocused] = useState<number | null>(null)
  const tabStop = focused ?? Math.max(0, options.indexOf(value))
  const moveFocus = (event: KeyboardEvent) => {
    const target = rovingTarget(event.key, tabStop, options.length)
    if (target === null) return
    event.preventDefault()
    row.current?.querySelectorAll('button')[target]?.focus()
  }
  return (
    <div
      ref={row}
      role="toolbar"
      aria-label="Category"
      onKeyDown={moveFocus}
      className="fade-ends relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-8 sm:px-8 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0"
    >
      {options.map((category, index) => (
        <Chip
          key={category ?? 'All'}
          pressed={value === category}
          tabIndex={index === tabStop ? 0 : -1}
          onFocus={() => setFocused(index)}
          onClick={() => onChange(category)}
        >
          {category ?? 'All'}
        </Chip>
      ))}
    </div>
  )
}

/** Scrolls the row so that the selected chip is centred. */
function scrollToSelected(row: HTMLElement | null) {
  const selected = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (row && selected) row.scrollLeft = selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2
}
