import { CornerDownLeft, MapPin } from 'lucide-react'
import { Avatar } from '#client/ui/avatar.tsx'
import type { Entry, EntryGroup } from './entries.ts'
import { optionId } from './use-active-option.ts'

interface PaletteGroupProps {
  group: EntryGroup
  active: Entry | null
  onPoint: (entry: Entry) => void
  onChoose: (entry: Entry) => void
}

/** Places of one kind under their heading. */
export function PaletteGroup({ group, active, onPoint, onChoose }: PaletteGroupProps) {
  const headingId = `palette-group-${group.label.toLowerCase()}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: options of a listbox are grouped by role; a fieldset is for fields
    <div role="group" aria-labelledby={headingId} className="pb-1.5">
      <div id={headingId} className="px-3 pt-2 pb-1 text-2xs text-ink-soft">
        {group.label}
      </div>
      {group.entries.map((entry) => (
        <Option
          key={entry.id}
          entry={entry}
          selected={entry.id === active?.id}
          onPoint={() => onPoint(entry)}
          onChoose={() => onChoose(entry)}
        />
      ))}
    </div>
  )
}

interface OptionProps {
  entry: Entry
  selected: boolean
  onPoint: () => void
  onChoose: () => void
}

function Option({ entry, selected, onPoint, onChoose }: OptionProps) {
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox keeps the focus and has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the combobox points at it with aria-activedescendant
    <div
      id={optionId(entry)}
      role="option"
      aria-selected={selected}
      onPointerMove={() => !selected && onPoint()}
      onClick={onChoose}
      className="flex min-h-12 cursor-pointer items-center gap-3 rounded-md px-3 py-1.5 aria-selected:bg-curtain-wash"
    >
      {entry.face ? (
        <Avatar {...entry.face} className="size-8 rounded-md text-sm" />
      ) : (
        <span className="grid size-8 shrink-0 place-items-center rounded-md bg-sunken text-ink-soft">
          <MapPin aria-hidden size={16} strokeWidth={1.8} />
        </span>
      )}
      <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
        {entry.title}
      </span>
      {entry.detail && (
        <span dir="auto" className="max-w-[40%] truncate text-ink-soft text-sm">
          {entry.detail}
        </span>
      )}
      <CornerDownLeft aria-hidden size={15} className={`shrink-0 text-ink-soft ${selected ? '' : 'invisible'}`} />
    </div>
  )
}
