import { Bookmark, ChevronsUpDown, MapPin } from 'lucide-react'
import { memo } from 'react'
import { cx } from '#client/lib/cx.ts'
import { plainText } from '#engine/prose/plain-text.ts'
import { branchLimits } from '#shared/branches.ts'
import { cardSize, type PlacedPoint } from './layout.ts'
import type { StoryPoint } from './story-points.ts'

interface MapCardProps {
  placed: PlacedPoint
  name: string
  isSelected: boolean
}

export const cardId = (pointId: string) => `story-point-${pointId}`

/** One point of the map: a message, or a run of messages. It shows more of its text while it is hovered or selected. */
export const MapCard = memo(function MapCard({ placed: { point, x, y }, name, isSelected }: MapCardProps) {
  const siblings = point.parent?.children ?? [point]
  return (
    <div
      id={cardId(point.id)}
      role="treeitem"
      tabIndex={-1}
      aria-level={point.level + 1}
      aria-posinset={siblings.indexOf(point) + 1}
      aria-setsize={siblings.length}
      aria-selected={isSelected}
      aria-expanded={point.kind === 'run' ? false : undefined}
      data-point={point.id}
      style={{
        left: x - cardSize.width / 2,
        top: y - cardSize.height / 2,
        width: cardSize.width,
        minHeight: cardSize.height,
      }}
      className={cx(
        'group absolute cursor-pointer select-none overflow-hidden rounded-[10px] border px-3 py-2 text-xs leading-snug shadow-card outline-none hover:z-10',
        colours(point),
        isSelected && 'z-20 ring-2 ring-focus ring-offset-2 ring-offset-paper',
      )}
    >
      {point.kind === 'run' ? <RunCard point={point} /> : <MessageCard point={point} name={name} />}
    </div>
  )
})

function colours({ kind, isOnPath, messages: [message] }: StoryPoint): string {
  const border = isOnPath ? 'border-curtain' : 'border-line-strong'
  if (kind === 'run') return cx(border, 'border-dashed bg-paper text-ink-soft')
  return cx(border, message?.role === 'user' ? 'bg-curtain-wash' : 'bg-card', isOnPath ? 'text-ink' : 'text-ink-soft')
}

function RunCard({ point }: { point: StoryPoint }) {
  return (
    <span className="flex h-[58px] items-center justify-center gap-2 font-[550]">
      <ChevronsUpDown aria-hidden size={15} />
      {point.messages.length} messages
      <span className="sr-only"> without a branch</span>
    </span>
  )
}

function MessageCard({ point: { messages, isLeaf }, name }: { point: StoryPoint; name: string }) {
  const [message] = messages
  if (!message) return null
  return (
    <>
      <span className="flex items-center gap-1.5 font-semibold">
        {message.name !== undefined && (
          <Bookmark aria-hidden size={13} className="shrink-0 fill-current text-curtain" />
        )}
        <span className="min-w-0 flex-1 truncate">
          {message.name === undefined ? speakerOf(message, name) : message.name}
          <span className="sr-only">: </span>
        </span>
        {isLeaf && (
          <span className="flex shrink-0 items-center gap-0.5 text-2xs text-curtain">
            <MapPin aria-hidden size={12} />
            here
          </span>
        )}
      </span>
      <span dir="auto" className="mt-0.5 line-clamp-2 group-hover:line-clamp-5 group-aria-selected:line-clamp-5">
        {textOf(message)}
      </span>
    </>
  )
}

/** `name`: the conversation's own character. */
export function speakerOf({ role, speaker }: StoryPoint['messages'][number], name: string): string {
  return role === 'user' ? 'You' : (speaker ?? name)
}

/** The start of a message, or why it has no text. */
export function textOf({ text, status }: StoryPoint['messages'][number]): string {
  // The server sends the beginning of longer texts, which may end within a word.
  const shown = [...text].length < branchLimits.preview ? text : text.replace(/\s\S*$/, '…')
  if (text !== '') return plainText(shown) || 'No visible text.'
  if (status === 'streaming') return 'Being written…'
  return status === 'redacted' ? 'Removed.' : 'No reply came.'
}
