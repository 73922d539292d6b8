import { useLayoutEffect, useRef, useState } from 'react'
import { Chip } from '#client/ui/chip.tsx'
import { type Category, categories } from '#shared/character-terms.ts'

interface CategoryChipsProps {
  value: Category | undefined
  onChange: (category: Category | undefined) => void
}

/** Selects one category or all. On phones the row scrolls horizontally. */
export function CategoryChips({ value, onChange }: CategoryChipsProps) {
  const row = useRef<HTMLFieldSetElement>(null)
  const [initialValue] = useState(value)
  useLayoutEffect(() => {
    if (initialValue) scrollToSelected(row.current)
  }, [initialValue])
  return (
    <fieldset
      ref={row}
      className="fade-ends relative -mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-8 sm:px-8 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0"
    >
      <legend className="sr-only">Category</legend>
      <Chip pressed={value === undefined} onClick={() => onChange(undefined)}>
        All
      </Chip>
      {categories.map((category) => (
        <Chip key={category} pressed={value === category} onClick={() => onChange(category)}>
          {category}
        </Chip>
      ))}
    </fieldset>
  )
}

/** Scrolls the row so that the selected chip is centred. */
function scrollToSelected(row: HTMLElement | null) {
  const selected = row?.querySelector<HTMLElement>('[aria-pressed="true"]')
  if (row && selected) row.scrollLeft = selected.offsetLeft - (row.clientWidth - selected.offsetWidth) / 2
}
