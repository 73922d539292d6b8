import { Chip } from '#client/ui/chip.tsx'
import { type Category, categories } from '#shared/characters.ts'

interface CategoryChipsProps {
  value: Category | undefined
  onChange: (category: Category | undefined) => void
}

/** All, or one category. On a phone the row scrolls sideways. */
export function CategoryChips({ value, onChange }: CategoryChipsProps) {
  return (
    <fieldset className="-mx-4 flex min-w-0 gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-8 sm:px-8 lg:mx-0 lg:flex-wrap lg:overflow-visible lg:px-0">
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
