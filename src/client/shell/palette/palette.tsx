import { CornerDownLeft, MapPin, Search, Zap } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { FoundSnippet } from '#client/chat/search/found-messages.tsx'
import { counted } from '#client/lib/format-count.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Keys } from '#client/ui/keys.tsx'
import { Overlay, OverlayTitle } from '#client/ui/overlay.tsx'
import type { Entry, EntryGroup } from './entries.ts'
import { useEntries } from './use-entries.ts'

/** A dialog to jump to any conversation, character or page, and to run actions. */
export function Palette({ query = '' }: { query?: string }) {
  const isJumping = useRef(false)
  return (
    <Overlay
      scrimClass="z-40 animate-fade-in"
      focusIn={focusEndOfInput}
      // The page that was jumped to gets the focus.
      onCloseAutoFocus={(event) => isJumping.current && event.preventDefault()}
      className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(34rem,calc(100dvh-1.5rem))] max-w-xl animate-rise-in flex-col overflow-hidden rounded-xl border border-line bg-card text-ink shadow-raised outline-none sm:top-[12vh] sm:max-h-[min(34rem,76vh)]"
    >
      <OverlayTitle className="sr-only">Jump to</OverlayTitle>
      <PaletteSearch typed={query} isJumping={isJumping} />
    </Overlay>
  )
}

/** Puts the caret after the text typed so far. By default the text is selected, and the next key would replace it. */
function focusEndOfInput(palette: HTMLElement) {
  const input = palette.querySelector('input')
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

interface PaletteSearchProps {
  /** What is searched for at first. */
  typed: string
  isJumping: RefObject<boolean>
}

function PaletteSearch({ typed, isJumping }: PaletteSearchProps) {
  const close = useClose()
  const [query, setQuery] = useState(typed)
  const { groups, isSearching } = useEntries(query)
  const navigate = useNavigate()
  const select = (entry: Entry) => {
    isJumping.current = typeof entry.to === 'string'
    close()
    if (typeof entry.to === 'string') void navigate(entry.to, { state: entry.state })
    else entry.to()
  }
  const entries = groups.flatMap((group) => group.entries)
  const { active, setActive, onKeyDown } = useActiveOption(query, entries, select)
  return (
    <>
      <div className="flex items-center gap-3 border-line border-b px-4">
        <Search aria-hidden size={19} className="shrink-0 text-ink-soft" />
        <input
          type="text"
          role="combobox"
          aria-label="Jump to a conversation, message, character or page"
          aria-expanded
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={active ? optionId(active) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={200}
          placeholder="Jump to…"
          value={query}
          onChange={(event) => setQuery(event.target.value)}
          onKeyDown={onKeyDown}
          className="min-h-14 w-full bg-transparent text-[1.0625rem] outline-none"
        />
      </div>
      <div
        id="palette-list"
        role="listbox"
        aria-label="Results"
        aria-busy={isSearching}
        className="@container min-h-0 flex-1 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map((group) => (
          <PaletteGroup key={group.label} group={group} active={active} onActivate={setActive} onSelect={select} />
        ))}
      </div>
      <SearchStatus count={entries.length} isSearching={isSearching} />
      <footer className="flex flex-wrap gap-x-5 gap-y-1 border-line border-t px-4 py-2.5 text-ink-soft text-xs pointer-coarse:hidden">
        <Keys keys={['↑', '↓']} label="to move" />
        <Keys keys={['Enter']} label="to select" />
        <Keys keys={['Esc']} label="to close" />
      </footer>
    </>
  )
}

/** Announces the result to screen readers. It is visible only if there are no results. */
function SearchStatus({ count, isSearching }: { count: number; isSearching: boolean }) {
  const emptyText = isSearching ? 'Searching…' : 'Not found. Try other words.'
  return (
    <p role="status" className={count > 0 ? 'sr-only' : 'px-6 pt-4 pb-8 text-center text-ink-soft'}>
      {count === 0 ? emptyText : !isSearching && counted(count, 'result')}
    </p>
  )
}

/** The number of options that Page Up and Page Down move by. */
const pageSize = 5

/** Tracks the active option of the listbox. It is the first one whenever the query changes. */
function useActiveOption(query: string, entries: readonly Entry[], choose: (entry: Entry) => void) {
  const [moved, setMoved] = useState({ query, id: '' })
  const found = moved.query === query ? entries.findIndex(({ id }) => id === moved.id) : -1
  const index = Math.max(0, found)
  const active = entries[index] ?? null
  const moveTo = (next: Entry | undefined) => next && setMoved({ query, id: next.id })

  const activeId = active === null ? '' : optionId(active)
  useEffect(() => void document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' }), [activeId])

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

function optionId({ id }: Entry): string {
  return `palette-${id}`
}

interface PaletteGroupProps {
  group: EntryGroup
  active: Entry | null
  onActivate: (entry: Entry) => void
  onSelect: (entry: Entry) => void
}

function PaletteGroup({ group, active, onActivate, onSelect }: PaletteGroupProps) {
  const headingId = `palette-group-${group.label.toLowerCase()}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls, not options of a listbox
    <div role="group" aria-labelledby={headingId} className="pb-1.5">
      <div id={headingId} className="px-3 pt-2 pb-1 text-2xs text-ink-soft">
        {group.label}
      </div>
      {group.entries.map((entry) => (
        <Option
          key={entry.id}
          entry={entry}
          selected={entry.id === active?.id}
          onActivate={() => onActivate(entry)}
          onSelect={() => onSelect(entry)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  entry: Entry
  selected: boolean
  onActivate: () => void
  onSelect: () => void
}

function Option({ entry, selected, onActivate, onSelect }: OptionProps) {
  const Icon = typeof entry.to === 'string' ? MapPin : Zap
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and handles keys
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox refers to it with aria-activedescendant
    <div
      id={optionId(entry)}
      role="option"
      aria-selected={selected}
      onPointerMove={() => !selected && onActivate()}
      onClick={onSelect}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-curtain-wash"
    >
      {entry.avatar ? (
        <Avatar {...entry.avatar} className="size-8 rounded-md text-sm" />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-ink-soft">
          <Icon aria-hidden size={16} strokeWidth={1.8} />
        </span>
      )}
      {entry.snippet ? (
        <FoundText entry={entry} snippet={entry.snippet} />
      ) : (
        // Where both have no room on one line, as with large text, the detail is below the title.
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          <span dir="auto" className="min-w-0 flex-[1_1_8rem] truncate font-medium">
            {entry.title}
          </span>
          {entry.detail && (
            <span dir="auto" className="max-w-full truncate text-ink-soft text-sm @min-[18rem]:max-w-[40%]">
              {entry.detail}
            </span>
          )}
        </span>
      )}
      <CornerDownLeft aria-hidden size={15} className={`shrink-0 text-ink-soft ${selected ? '' : 'invisible'}`} />
    </div>
  )
}

/** A message that was found, below the title of its conversation: the match needs the whole width. */
function FoundText({ entry: { title, detail }, snippet }: { entry: Entry; snippet: NonNullable<Entry['snippet']> }) {
  return (
    <span className="min-w-0 flex-1">
      {detail && (
        <span dir="auto" className="block truncate text-2xs text-ink-soft">
          {detail}
        </span>
      )}
      <span dir="auto" className="line-clamp-3 text-sm leading-[1.45] [overflow-wrap:anywhere] sm:line-clamp-2">
        {title}
        <FoundSnippet snippet={snippet} />
      </span>
    </span>
  )
}
