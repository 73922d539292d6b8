import { type ReactNode, useState } from 'react'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { RowsSkeleton } from '#client/ui/skeleton.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { foldText } from '#shared/fold-text.ts'
import { useGallery, useOwnCharacters } from './api.ts'

interface CharacterChoiceProps {
  without?: readonly string[]
  /** What stands at the end of a character's row. */
  action: (character: CharacterSummary) => ReactNode
}

export function CharacterChoice({ without = [], action }: CharacterChoiceProps) {
  const [search, setSearch] = useState('')
  const asked = useDebounced(search.trim(), 200)
  const own = useOwnCharacters()
  const gallery = useGallery(asked ? { search: asked } : {})
  const words = foldText(asked)
  const mine = (own.data ?? []).filter(({ name }) => foldText(name).includes(words))
  const found = gallery.data?.pages.flatMap(({ page }) => page) ?? []
  const known = new Set([...without, ...mine.map(({ id }) => id)])
  const offered = [
    ...mine.filter(({ id }) => !without.includes(id)),
    ...found.filter(({ id }) => !known.has(id)),
  ] satisfies CharacterSummary[]
  return (
    <>
      <SearchInput
        label="Search characters"
        placeholder="Search characters"
        value={search}
        onChange={setSearch}
        maxLength={100}
      />
      {/* Its height does not depend on what was found, so that the dialog does not move while one types. */}
      <div className="mt-2 h-[min(38dvh,20rem)] overflow-y-auto">
        {gallery.isPending && offered.length === 0 && (
          <RowsSkeleton label="Loading characters" rowClass="gap-3 py-2.5" imageClass="size-10 !rounded-[10px]" />
        )}
        {!gallery.isPending && offered.length === 0 && (
          <p className="mt-3 text-ink-soft text-sm">No character found.</p>
        )}
        <ul>
          {offered.map((character) => (
            <li key={character.id} className="flex items-center gap-3 border-line border-b py-1.5 last:border-b-0">
              <Avatar
                name={character.name}
                src={character.avatar}
                hue={hueOf(character.category)}
                className="size-10 rounded-[10px]"
                lazy
              />
              <span className="min-w-0 flex-1">
                <span dir="auto" className="block truncate font-display font-semibold">
                  {character.name}
                </span>
                <span dir="auto" className="block truncate text-ink-soft text-xs">
                  {character.description}
                </span>
              </span>
              {action(character)}
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
