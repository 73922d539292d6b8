import { Link } from 'react-router'
import { useGallery, useOwnCharacters } from '#client/characters/api.ts'
import { chatPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { SidebarSlot, useSidebar } from '#client/ui/sidebar/sidebar-context.tsx'
import { RowsSkeleton } from '#client/ui/skeleton.tsx'
import { Tooltip } from '#client/ui/tooltip.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'

interface SidebarCharacter {
  id: string
  name: string
  avatar: string
  category: string
}

/** The chat's part of the sidebar: the characters, with the selected one marked. Collapsed, only the selected one. */
export function ChatSidebar({ selected }: { selected: SidebarCharacter | null }) {
  const { collapsed } = useSidebar()
  return (
    <SidebarSlot>
      {collapsed ? selected && <SelectedCharacter character={selected} /> : <Characters selected={selected} />}
    </SidebarSlot>
  )
}

function SelectedCharacter({ character }: { character: SidebarCharacter }) {
  return (
    <Tooltip text={character.name} side="right" delay={0}>
      <Link to={chatPath(character.id)} className="mx-auto flex w-11 flex-col items-center gap-1 rounded-[10px] py-1.5">
        <Avatar name={character.name} src={character.avatar} hue={hueOf(character.category)} lazy />
        <span dir="auto" className="line-clamp-2 w-full text-center text-[0.625rem] text-ink-soft leading-tight">
          {character.name}
        </span>
      </Link>
    </Tooltip>
  )
}

function Characters({ selected }: { selected: SidebarCharacter | null }) {
  const { mine, others, isPending } = useChatPartners()
  const characters: SidebarCharacter[] = [...mine, ...others]
  // The selected character is listed even if it is in neither list.
  if (selected && !isPending && !characters.some(({ id }) => id === selected.id)) characters.unshift(selected)
  return (
    <section aria-labelledby="sidebar-characters">
      <h2
        id="sidebar-characters"
        className="mx-[11px] mb-1 font-normal font-sans text-2xs text-ink-soft tracking-normal"
      >
        Characters
      </h2>
      {isPending ? (
        <RowsSkeleton
          label="Loading characters"
          rowClass="gap-[11px] px-[11px] py-1.5"
          imageClass="size-9 !rounded-full"
        />
      ) : (
        <ul className="flex flex-col gap-0.5">
          {characters.map((character) => (
            <CharacterItem key={character.id} character={character} isSelected={character.id === selected?.id} />
          ))}
        </ul>
      )}
    </section>
  )
}

function CharacterItem({ character, isSelected }: { character: SidebarCharacter; isSelected: boolean }) {
  const { setSheetOpen } = useSidebar()
  return (
    <li>
      <Link
        to={chatPath(character.id)}
        aria-current={isSelected || undefined}
        onClick={(event) => {
          // The second click of a double click would start another chat.
          if (event.detail > 1) event.preventDefault()
          setSheetOpen(false)
        }}
        className="flex min-h-11 items-center gap-[11px] rounded-[10px] px-[11px] py-1.5 transition-colors duration-150 hover:bg-curtain-wash/60 aria-[current=true]:bg-curtain-wash"
      >
        <Avatar name={character.name} src={character.avatar} hue={hueOf(character.category)} lazy />
        <span className="min-w-0 leading-tight">
          <span dir="auto" className="block truncate font-medium text-sm" title={character.name}>
            {character.name}
          </span>
          <span className="block truncate text-ink-soft text-xs">{character.category}</span>
        </span>
      </Link>
    </li>
  )
}

/** The characters a user can chat with: their own first, then the gallery's most popular, each once. */
export function useChatPartners() {
  const own = useOwnCharacters()
  const gallery = useGallery()
  const mine: CharacterSummary[] = own.data ?? []
  const known = new Set(mine.map((character) => character.id))
  const others = (gallery.data?.pages.flatMap(({ page }) => page) ?? []).filter(({ id }) => !known.has(id))
  const retry = () => {
    void own.refetch()
    void gallery.refetch()
  }
  return { mine, others, isPending: own.isPending || gallery.isPending, error: own.error ?? gallery.error, retry }
}
