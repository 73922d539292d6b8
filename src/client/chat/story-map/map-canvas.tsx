import { Maximize, Minus, Plus } from 'lucide-react'
import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
} from 'react'
import { IconButton } from '#client/ui/icon-button.tsx'
import {
  type Box,
  cardSize,
  findNextPoint,
  isInside,
  layoutStory,
  linePath,
  type PlacedPoint,
  type StoryLayout,
} from './layout.ts'
import { cardId, MapCard } from './map-card.tsx'
import type { Story, StoryPoint } from './story-points.ts'
import { type Drawn, usePanZoom } from './use-pan-zoom.ts'

interface MapCanvasProps {
  /** The element that has the focus while the map is used with the keyboard. */
  frame: RefObject<HTMLDivElement | null>
  story: Story
  name: string
  selected: StoryPoint | null
  onSelect: (point: StoryPoint) => void
  /** Enter or a double click. */
  onOpen: (point: StoryPoint) => void
  /** The Delete key. */
  onDelete: (point: StoryPoint) => void
  /** Space. */
  onToggle: (point: StoryPoint) => void
}

const zoomStep = 1.3

/** The drawing of the map: drag, wheel and pinch move it, the arrow keys select points. */
export function MapCanvas({ frame, story, name, selected, onSelect, onOpen, onDelete, onToggle }: MapCanvasProps) {
  const layer = useRef<HTMLDivElement>(null)
  const layout = useMemo(() => layoutStory(story), [story])
  const { drawn, open, zoomBy, showAll, bringIn, centre, positionOf } = usePanZoom(frame, layer, layout.bounds)
  const place = selected ? layout.byId.get(selected.id) : undefined

  const isOpen = useRef(false)
  const bringPlaceIn = useEffectEvent((box: Box) => {
    if (isOpen.current) bringIn(box)
    else open(box)
    isOpen.current = true
  })
  useLayoutEffect(() => {
    if (place) bringPlaceIn(boxOf(place))
  }, [place])
  useEffect(() => frame.current?.focus({ preventScroll: true }), [frame])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !selected) return
    const { key } = event
    const next = findNextPoint(story, layout, selected, key)
    if (next) onSelect(next)
    else if (key === 'Enter') onOpen(selected)
    else if (key === ' ') onToggle(selected)
    else if (key === 'Delete') onDelete(selected)
    else if (key === '+') zoomBy(zoomStep)
    else if (key === '-') zoomBy(1 / zoomStep)
    else if (key === '0') showAll()
    else if (!key.startsWith('Arrow')) return
    event.preventDefault()
  }
  const pointUnder = (event: MouseEvent): StoryPoint | null => {
    const card = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-point]') : null
    return (
      layout.byId.get(card?.dataset.point ?? '')?.point ?? (drawn?.isFar ? nearest(layout, positionOf(event)) : null)
    )
  }
  const onClick = (event: MouseEvent) => {
    const point = pointUnder(event)
    if (point) onSelect(point)
    // Zooms in where texts are too small to read.
    if (point && drawn?.isFar) centre(boxOf(layout.byId.get(point.id)))
  }
  const onDoubleClick = (event: MouseEvent) => {
    const point = pointUnder(event)
    if (point) onOpen(point)
  }
  return (
    <div className="relative min-h-0 flex-1">
      <div
        ref={frame}
        role="tree"
        aria-label="Story map"
        tabIndex={0}
        aria-activedescendant={selected ? cardId(selected.id) : undefined}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onDoubleClick={onDoubleClick}
        className="absolute inset-0 cursor-grab touch-none overflow-hidden outline-none active:cursor-grabbing"
      >
        <div ref={layer} className="absolute top-0 left-0 size-0 origin-top-left">
          {drawn && <Drawing layout={layout} drawn={drawn} name={name} selected={selected} />}
        </div>
      </div>
      <div className="absolute right-3 bottom-3 flex flex-col rounded-lg border border-line bg-card shadow-card">
        <IconButton label="Zoom in" side="left" icon={Plus} onClick={() => zoomBy(zoomStep)} />
        <IconButton label="Zoom out" side="left" icon={Minus} onClick={() => zoomBy(1 / zoomStep)} />
        <IconButton label="Show the whole story" side="left" icon={Maximize} onClick={showAll} />
      </div>
    </div>
  )
}

interface DrawingProps {
  layout: StoryLayout
  drawn: Drawn
  name: string
  selected: StoryPoint | null
}

/** Draws what is near the frame. Where texts are too small to read, all points are one SVG path. */
function Drawing({ layout, drawn: { box, isFar }, name, selected }: DrawingProps) {
  const shapes = useMemo(() => drawShapes(layout, box, isFar), [layout, box, isFar])
  const cards = layout.placed.filter((one) => one.point === selected || (!isFar && isInside(box, one)))
  return (
    <>
      <svg aria-hidden="true" width={1} height={1} className="absolute top-0 left-0 overflow-visible fill-none">
        <path d={shapes.lines} className="stroke-line-strong" strokeWidth={isFar ? 4 : 1.5} />
        <path d={shapes.pathLines} className="stroke-curtain" strokeWidth={isFar ? 9 : 2.5} />
        <path d={shapes.points} className="fill-line-strong" />
        <path d={shapes.pathPoints} className="fill-curtain" />
      </svg>
      {cards.map((one) => (
        <MapCard key={one.point.id} placed={one} name={name} isSelected={one.point === selected} />
      ))}
    </>
  )
}

function drawShapes({ placed, byId }: StoryLayout, box: Box, isFar: boolean) {
  const shapes = { lines: '', pathLines: '', points: '', pathPoints: '' }
  for (const one of placed) {
    const { point } = one
    const parent = point.parent ? byId.get(point.parent.id) : undefined
    if (!isInside(box, one, parent)) continue
    if (parent) shapes[point.isOnPath ? 'pathLines' : 'lines'] += linePath(parent, one)
    if (isFar) shapes[point.isOnPath ? 'pathPoints' : 'points'] += rectangle(one)
  }
  return shapes
}

const { width, height } = cardSize
const rectangle = ({ x, y }: PlacedPoint) => `M${x - width / 2} ${y - height / 2}h${width}v${height}h${-width}z`

function boxOf(place: PlacedPoint | undefined): Box {
  const { x, y } = place ?? { x: 0, y: 0 }
  return { left: x - width / 2, right: x + width / 2, top: y - height / 2, bottom: y + height / 2 }
}

function nearest({ placed }: StoryLayout, [atX, atY]: [number, number]): StoryPoint | null {
  let best: { point: StoryPoint; distance: number } | null = null
  for (const { point, x, y } of placed) {
    const distance = Math.hypot(x - atX, y - atY)
    if (best === null || distance < best.distance) best = { point, distance }
  }
  return best?.point ?? null
}
