import { Bookmark, ChevronsUpDown, MessageSquareText, Trash2, Undo2 } from 'lucide-react'
import type { ComponentProps } from 'react'
import { counted } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { speakerOf, textOf } from './map-card.tsx'
import type { StoryPoint } from './story-points.ts'

interface PointPanelProps {
  point: StoryPoint
  name: string
  /** False while a reply is written: then only what the conversation shows already can be opened. */
  canChange: boolean
  onOpen: () => void
  onGoBack: () => void
  onToggle: () => void
  onName: () => void
  onDelete: () => void
}

/** The selected point, with what can be done with it. */
export function PointPanel(props: PointPanelProps) {
  const { point, name, canChange, onOpen, onGoBack, onToggle, onName, onDelete } = props
  const [message] = point.messages
  if (!message) return null
  const isRun = point.kind === 'run'
  const following = point.count - 1
  return (
    <section
      aria-label="Selected"
      className="flex flex-col gap-x-6 gap-y-3 border-line border-t bg-card px-4 py-3 sm:flex-row sm:items-center sm:px-6"
    >
      <div className="min-w-0 flex-1">
        <p className="truncate font-semibold text-sm">
          {isRun ? `${point.messages.length} messages without a branch` : (message.name ?? speakerOf(message, name))}
        </p>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-ink-soft text-sm">
          {textOf(message)}
        </p>
        <p className="mt-1 text-ink-soft text-xs">{placeOf(point)}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        {isRun ? (
          <PanelButton icon={ChevronsUpDown} label="Show them" onClick={onToggle} variant="primary" />
        ) : (
          <>
            <PanelButton
              icon={MessageSquareText}
              label="Open"
              disabled={!canChange && !point.isOnPath}
              onClick={onOpen}
              variant="primary"
            />
            {following > 0 && (
              <PanelButton icon={Undo2} label="Go back to here" disabled={!canChange} onClick={onGoBack} />
            )}
            {point.expandedFrom !== null && <PanelButton icon={ChevronsUpDown} label="Fold them" onClick={onToggle} />}
            <PanelButton icon={Bookmark} label={message.name === undefined ? 'Name' : 'Rename'} onClick={onName} />
            <PanelButton
              icon={Trash2}
              label={following === 0 ? 'Delete' : `Delete ${point.count}`}
              disabled={!canChange || point.parent === null}
              onClick={onDelete}
            />
          </>
        )}
      </div>
    </section>
  )
}

function placeOf({ depth, count, messages, isLeaf, isOnPath }: StoryPoint): string {
  const following = count - messages.length
  const place = messages.length === 1 ? `Message ${depth + 1}` : `Messages ${depth + 1} to ${depth + messages.length}`
  const what = following === 0 ? 'nothing follows' : counted(following, 'message follows', 'messages follow')
  if (isLeaf) return `${place} · you are here · ${what}`
  return `${place} · ${what}${isOnPath ? ' · shown now' : ''}`
}

function PanelButton({ label, ...props }: ComponentProps<typeof Button> & { label: string }) {
  return (
    <Button variant="outline" className="!px-3.5" {...props}>
      {label}
    </Button>
  )
}
