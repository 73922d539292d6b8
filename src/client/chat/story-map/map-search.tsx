import { Bookmark } from 'lucide-react'
import { useId, useState } from 'react'
import { SearchInput } from '#client/ui/search-input.tsx'
import { isBlank } from '#engine/is-blank.ts'
import type { MapMessage, StoryMap } from '#shared/branches.ts'
import { foldText } from '#shared/fold-text.ts'
import { speakerOf, textOf } from './map-card.tsx'

interface MapSearchProps {
  map: StoryMap
  name: string
  words: string
  onSearch: (words: string) => void
  onSelect: (messageId: string) => void
}

/** Finds named branches and the beginnings of messages. Without words all names are listed while it has the focus. */
export function MapSearch({ map, name, words, onSearch, onSelect }: MapSearchProps) {
  const [hasFocus, setFocus] = useState(false)
  const listId = useId()
  const found = hasFocus ? findMessages(map, words) : []
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only observes whether one of its elements has the focus
    <div
      className="relative min-w-0 flex-1 sm:max-w-80"
      onFocus={() => setFocus(true)}
      onBlur={({ currentTarget, relatedTarget }) => setFocus(currentTarget.contains(relatedTarget))}
    >
      <SearchInput
        label="Find a branch or a message"
        placeholder="Find…"
        value={words}
        onChange={onSearch}
        maxLength={100}
      />
      {hasFocus && (!isBlank(words) || found.length > 0) && (
        <div className="absolute inset-x-0 top-full z-30 mt-1.5 max-h-[50dvh] overflow-y-auto rounded-lg border border-line bg-card p-1.5 shadow-raised">
          <ul id={listId} aria-label={isBlank(words) ? 'Named branches' : 'Found'}>
            {found.map((message) => (
              <li key={message.id}>
                <FoundMessage message={message} name={name} onSelect={() => onSelect(message.id)} />
              </li>
            ))}
          </ul>
          {found.length === 0 && <p className="px-3 py-2 text-ink-soft text-sm">Not found. Try other words.</p>}
        </div>
      )}
    </div>
  )
}

function FoundMessage({ message, name, onSelect }: { message: MapMessage; name: string; onSelect: () => void }) {
  return (
    <button
      type="button"
      onClick={onSelect}
      className="flex min-h-11 w-full items-center gap-2 rounded-sm px-2.5 py-1.5 text-left text-sm hover:bg-curtain-wash focus-visible:bg-curtain-wash"
    >
      {message.name !== undefined && <Bookmark aria-hidden size={15} className="shrink-0 fill-current text-curtain" />}
      <span className="min-w-0">
        <span className="block truncate font-semibold">{message.name ?? speakerOf(message, name)}</span>
        <span dir="auto" className="block truncate text-ink-soft text-xs">
          {textOf(message)}
        </span>
      </span>
    </button>
  )
}

/** The most messages that a search shows. */
const maxFound = 30

/** Branches whose name contains the words, then messages whose beginning does. Without words, all named branches. */
export function findMessages({ messages }: StoryMap, words: string): MapMessage[] {
  const wanted = foldText(words.trim())
  const has = (text: string | undefined) => text !== undefined && foldText(text).includes(wanted)
  const named = messages.filter(({ name }) => has(name))
  if (wanted === '') return named.slice(0, maxFound)
  const others = messages.filter(({ name, text }) => !has(name) && has(text))
  return [...named, ...others].slice(0, maxFound)
}
