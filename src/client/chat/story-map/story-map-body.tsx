import { Bookmark, ChevronsUpDown, MessageSquareText, Trash2, Undo2 } from 'lucide-react'
import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import { counted } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import type { StoryMap } from '#shared/branches.ts'
import { deleteBranch, goBackTo, openMessage, restoreBranch } from '../actions/message-actions.ts'
import { nameBranchDialog } from '../dialogs.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { MapCanvas } from './map-canvas.tsx'
import { speakerOf, textOf } from './map-card.tsx'
import { findStoryPoints, type Story, type StoryPoint } from './story-points.ts'

interface StoryMapBodyProps {
  name: string
  map: StoryMap
  /** A message to select; null when there is none to be selected now. */
  wanted: string | null
  onWantedShown: () => void
  onLeave: () => void
}

/** The drawing and what can be done with the selected point. */
export function StoryMapBody(props: StoryMapBodyProps) {
  const store = useConversationStore()
  const { name, map, wanted, onWantedShown, onLeave } = props
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set())
  const [selectedId, setSelectedId] = useState(map.leafId)
  const tree = useRef<HTMLDivElement>(null)
  /** Moves the focus to the map, because the element that had it may be removed. */
  const focusTree = () => tree.current?.focus({ preventScroll: true })
  const [deleted, setDeleted] = useState<{ id: string; count: number } | null>(null)
  const story = useMemo(() => findStoryPoints(map, expanded), [map, expanded])
  const selected = story.pointOf.get(selectedId ?? '') ?? story.leaf ?? story.points[0] ?? null
  const canChange = useConversationState(
    ({ turn, isChanging, conversation }) =>
      turn === 'idle' && !isChanging && conversation?.characterAvailable !== false,
  )
  useWanted(story, wanted, (messageId, runId) => {
    if (runId) setExpanded((before) => new Set(before).add(runId))
    else onWantedShown()
    setSelectedId(messageId)
    focusTree()
  })

  const toggle = (point: StoryPoint) => {
    const run = point.kind === 'run' ? point.id : point.expandedFrom
    if (run === null) return
    setExpanded((before) => {
      const next = new Set(before)
      if (!next.delete(run)) next.add(run)
      return next
    })
    setSelectedId(point.kind === 'run' ? point.id : run)
    focusTree()
  }
  const open = (point: StoryPoint) => {
    if (point.kind === 'run') return toggle(point)
    if (!canChange && !point.isOnPath) return
    onLeave()
    void openMessage(store, point.id, point.isOnPath)
  }
  const remove = async (point: StoryPoint) => {
    if (point.kind === 'run' || !canChange || !point.parent) return
    const { id, count, parent } = point
    if (!(await deleteBranch(store, id))) return
    setDeleted({ id, count })
    setSelectedId(parent.messages.at(-1)?.id ?? parent.id)
    focusTree()
  }
  const restore = async () => {
    if (!deleted || !(await restoreBranch(store, deleted.id))) return
    setSelectedId(deleted.id)
    setDeleted(null)
    focusTree()
  }
  const [message] = selected?.messages ?? []
  if (!selected) {
    return (
      <EmptyState drawing={<EmptyBook />} title="The story has not begun">
        Write the first message. The story and its branches are drawn here.
      </EmptyState>
    )
  }
  return (
    <>
      {!map.isWhole && (
        <p className="border-line border-b px-4 py-2 text-ink-soft text-sm sm:px-6">
          This story is very long: its oldest messages are not drawn.
        </p>
      )}
      <MapCanvas
        frame={tree}
        story={story}
        name={name}
        selected={selected}
        onSelect={({ id }) => setSelectedId(id)}
        onOpen={open}
        onToggle={toggle}
        onDelete={(point) => void remove(point)}
      />
      <div role="status" className="empty:hidden">
        {deleted && (
          <p className="flex items-center justify-between gap-3 border-line border-t bg-card px-4 py-2 text-sm sm:px-6">
            {deleted.count === 1 ? 'One message was deleted.' : `${deleted.count} messages were deleted.`}
            <Button variant="outline" icon={Undo2} disabled={!canChange} onClick={() => void restore()}>
              Undo
            </Button>
          </p>
        )}
      </div>
      <PointPanel
        point={selected}
        name={name}
        canChange={canChange}
        onOpen={() => open(selected)}
        onGoBack={() => {
          onLeave()
          void goBackTo(store, selected.id)
        }}
        onToggle={() => toggle(selected)}
        onName={() => message && nameBranchDialog.open({ store, messageId: message.id, name: message.name })}
        onDelete={() => void remove(selected)}
      />
    </>
  )
}

/** Selects a message once it is on the map; `select` is called with the run that must be expanded before. */
function useWanted(story: Story, wanted: string | null, select: (messageId: string, runId: string | null) => void) {
  useEffect(() => {
    const point = wanted === null ? undefined : story.pointOf.get(wanted)
    if (wanted !== null && point) select(wanted, point.kind === 'run' ? point.id : null)
  })
}

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
