import { ArrowDown, ArrowDownToLine, ArrowUp, ArrowUpToLine, Trash2 } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { Badge } from '#client/ui/badge.tsx'
import { DropdownMenu, MenuItem } from '#client/ui/dropdown-menu.tsx'
import { MoreButton } from '#client/ui/more-button.tsx'
import { Switch } from '#client/ui/switch.tsx'
import { entryName, type LoreEntry } from '#engine/lore/lorebook.ts'

export interface Row {
  id: number
  entry: LoreEntry
}

interface EntryRowProps {
  row: Row
  status: { isUsed: boolean; text: string } | null
  /** Whether it can never be used. */
  isDead: boolean
  isSelected: boolean
  onSelect: (isOn: boolean) => void
  onEnable: (isOn: boolean) => void
  onEdit: () => void
  /** Moves it to the place of another entry. Null while only some entries are shown. */
  onMove: ((to: number) => void) | null
  at: number
  lastAt: number
  onRemove: () => void
}

const moves = [
  { icon: ArrowUp, label: 'Move up', to: (at: number) => Math.max(0, at - 1) },
  { icon: ArrowDown, label: 'Move down', to: (at: number, lastAt: number) => Math.min(lastAt, at + 1) },
  { icon: ArrowUpToLine, label: 'Move to the top', to: () => 0 },
  { icon: ArrowDownToLine, label: 'Move to the end', to: (_at: number, lastAt: number) => lastAt },
]

export function EntryRow(props: EntryRowProps) {
  const { status, isDead, isSelected, onSelect, onEnable, onEdit, onMove, at, lastAt, onRemove } = props
  const { entry } = props.row
  const name = entryName(entry)
  return (
    <div className="flex items-start gap-1 border-line border-b py-1.5">
      <label className="flex size-11 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          aria-label={`Select ${name}`}
          className="choice"
          checked={isSelected}
          onChange={({ target }) => onSelect(target.checked)}
        />
      </label>
      <button
        type="button"
        onClick={onEdit}
        className="min-h-11 min-w-0 flex-1 rounded-md px-2 py-1.5 text-left hover:bg-curtain-wash/60"
      >
        <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span
            dir="auto"
            className={cx('line-clamp-2 min-w-0 font-[550] text-sm wrap-anywhere', !entry.enabled && 'text-ink-soft')}
          >
            {name}
          </span>
          {entry.constant === true && <Badge variant="soft">Always</Badge>}
          {!entry.enabled && <Badge>Off</Badge>}
        </span>
        {entry.keys.length > 0 && name !== entry.keys.join(', ') && (
          <span dir="auto" className="block truncate text-ink-soft text-xs">
            {entry.keys.join(', ')}
          </span>
        )}
        <span dir="auto" className="line-clamp-1 break-words text-ink-soft text-sm">
          {entry.content.slice(0, 300)}
        </span>
        {status && (
          <span
            className={cx(
              'mt-0.5 block text-xs',
              status.isUsed ? 'font-[550] text-ink' : isDead ? 'text-danger' : 'text-ink-soft',
            )}
          >
            {status.text}
          </span>
        )}
      </button>
      <span className="flex h-11 items-center">
        <Switch checked={entry.enabled} onCheckedChange={onEnable} aria-label={`Use ${name}`} />
      </span>
      <DropdownMenu trigger={<MoreButton label={`More about ${name}`} />}>
        {onMove &&
          moves.map(({ to, ...item }) => (
            <MenuItem
              key={item.label}
              {...item}
              disabled={to(at, lastAt) === at}
              onSelect={() => onMove(to(at, lastAt))}
            />
          ))}
        <MenuItem icon={Trash2} label="Delete" danger onSelect={onRemove} />
      </DropdownMenu>
    </div>
  )
}
