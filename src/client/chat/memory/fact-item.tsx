import { CornerDownRight, Pencil, Pin, PinOff, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { Button } from '#client/ui/button.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { plainText } from '#engine/prose/plain-text.ts'
import { FactText, type MemoryFact, type MemorySource, memoryLimits } from '#shared/memory.ts'
import { useMemoryPanel } from './memory-api.ts'
import { MemoryTextForm } from './memory-text-form.tsx'

export function FactItem({ fact }: { fact: MemoryFact }) {
  const { changes } = useMemoryPanel()
  const [isEditing, setEditing] = useState(false)
  const { id, text, pinned, own, onPath, sources } = fact
  if (isEditing) {
    return (
      <li className="border-line border-t py-3.5">
        <MemoryTextForm
          label="Correct this fact"
          text={text}
          schema={FactText}
          maxLength={memoryLimits.fact}
          onSave={(corrected, seen) => changes.change(id, { text: corrected, seen })}
          onClose={() => setEditing(false)}
        />
      </li>
    )
  }
  return (
    <li className="border-line border-t pt-3 pb-1">
      <p
        dir="auto"
        className={cx('whitespace-pre-line break-words text-sm leading-relaxed', !onPath && 'text-ink-soft')}
      >
        {text}
      </p>
      {sources.map((source) => (
        <SourceLink key={source.id} source={source} />
      ))}
      <div className="flex items-center justify-between gap-2">
        <p className="min-w-0 text-pretty text-ink-soft text-xs">{notesOf({ pinned, own, onPath })}</p>
        <span className="-mr-2.5 flex shrink-0">
          <IconButton
            label={pinned ? 'Unpin' : 'Pin'}
            aria-pressed={pinned}
            icon={pinned ? PinOff : Pin}
            disabled={changes.pin.isPending}
            onClick={() => changes.pin.mutate(fact)}
          />
          <IconButton label="Correct" icon={Pencil} onClick={() => setEditing(true)} />
          <IconButton
            label="Delete"
            icon={Trash2}
            disabled={changes.remove.isPending}
            onClick={() => changes.remove.mutate(fact)}
          />
        </span>
      </div>
    </li>
  )
}

function notesOf({ pinned, own, onPath }: Pick<MemoryFact, 'pinned' | 'own' | 'onPath'>): string {
  const notes = [
    pinned ? 'Pinned: always comes first' : '',
    own ? 'Written by you' : '',
    onPath ? '' : 'From another branch: not used here',
  ]
  return notes.filter((note) => note !== '').join(' · ')
}

/** Leads to a message that something is remembered from, on any branch. */
export function SourceLink({ source }: { source: MemorySource }) {
  const { speakers, jump } = useMemoryPanel()
  const { excerpt, onPath, role, speaker = speakers[role] } = source
  const text = `${speaker}: ${plainText(excerpt) || 'a message without text'}`
  return (
    <Button
      variant="link"
      className={cx(
        '!min-h-8 !py-1 !justify-start !px-0 !font-normal !text-xs pointer-coarse:!min-h-11 w-full hover:!text-curtain',
        onPath ? '!text-ink' : '!text-ink-soft',
      )}
      onClick={() => jump(source)}
      aria-label={`Go to the message${onPath ? '' : ' on another branch'}: ${text}`}
    >
      <CornerDownRight aria-hidden size={14} className="text-curtain" />
      <span className="truncate leading-normal">{text}</span>
    </Button>
  )
}
