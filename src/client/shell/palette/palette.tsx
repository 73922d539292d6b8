import { Search } from 'lucide-react'
import { type RefObject, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { counted } from '#client/lib/format-count.ts'
import { Keys } from '#client/ui/keys.tsx'
import { Overlay, OverlayTitle } from '#client/ui/overlay.tsx'
import type { Entry } from './entries.ts'
import { PaletteGroup } from './palette-group.tsx'
import { optionId, useActiveOption } from './use-active-option.ts'
import { useEntries } from './use-entries.ts'

interface PaletteProps {
  /** What was typed before the palette had loaded. */
  typed: string
  onClose: () => void
}

/** A dialog to jump to any conversation, character or page, and to run actions. */
export function Palette({ typed, onClose }: PaletteProps) {
  const isJumping = useRef(false)
  return (
    <Overlay
      scrimClass="z-40 animate-fade-in"
      focusIn={focusEndOfInput}
      onClose={onClose}
      // The page that was jumped to gets the focus.
      onCloseAutoFocus={(event) => isJumping.current && event.preventDefault()}
      className="fixed inset-x-3 top-3 z-50 mx-auto flex max-h-[min(34rem,calc(100dvh-1.5rem))] max-w-xl animate-rise-in flex-col overflow-hidden rounded-xl border border-line bg-card text-ink shadow-raised outline-none sm:top-[12vh] sm:max-h-[min(34rem,76vh)]"
    >
      <OverlayTitle className="sr-only">Jump to</OverlayTitle>
      <PaletteSearch typed={typed} onClose={onClose} isJumping={isJumping} />
    </Overlay>
  )
}

/** Puts the caret after the text typed so far. By default the text is selected, and the next key would replace it. */
function focusEndOfInput(palette: HTMLElement) {
  const input = palette.querySelector('input')
  input?.focus()
  input?.setSelectionRange(input.value.length, input.value.length)
}

function PaletteSearch({ typed, onClose, isJumping }: PaletteProps & { isJumping: RefObject<boolean> }) {
  const [query, setQuery] = useState(typed)
  const { groups, isSearching } = useEntries(query)
  const navigate = useNavigate()
  const select = (entry: Entry) => {
    isJumping.current = typeof entry.to === 'string'
    onClose()
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
