import { CornerDownLeft, MapPin, Zap } from 'lucide-react'
import { FoundSnippet } from '#client/chat/search/found-snippet.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import type { Entry, EntryGroup } from './entries.ts'
import { optionId } from './use-active-option.ts'

interface PaletteGroupProps {
  group: EntryGroup
  active: Entry | null
  onActivate: (entry: Entry) => void
  onSelect: (entry: Entry) => void
}

export function PaletteGroup({ group, active, onActivate, onSelect }: PaletteGroupProps) {
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
