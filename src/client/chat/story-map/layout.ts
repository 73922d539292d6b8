import { hierarchy, tree } from 'd3-hierarchy'
import type { Story, StoryPoint } from './story-points.ts'

/** The size of a point and the distance between two, in pixels at a zoom of 1. */
export const cardSize = { width: 184, height: 78 }
const gap = { x: 22, y: 40 }

export interface PlacedPoint {
  point: StoryPoint
  x: number
  y: number
}

export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

export interface StoryLayout {
  placed: PlacedPoint[]
  byId: ReadonlyMap<string, PlacedPoint>
  bounds: Box
}

/** Places the points of a story: time goes down, branches lie side by side in the order of their beginnings. */
export function layoutStory({ points, roots }: Story): StoryLayout {
  const top = hierarchy<Pick<StoryPoint, 'children'>>({ children: roots }, ({ children }) => children)
  const place = tree<Pick<StoryPoint, 'children'>>()
    .nodeSize([cardSize.width + gap.x, cardSize.height + gap.y])
    .separation(() => 1)
  const positions = new Map(
    place(top)
      .descendants()
      .map(({ data, x, y }) => [data, { x, y }]),
  )
  const placed = points.map((point): PlacedPoint => {
    const { x = 0, y = 0 } = positions.get(point) ?? {}
    // The first level is the invisible parent of all roots.
    return { point, x, y: y - cardSize.height - gap.y }
  })
  return { placed, byId: new Map(placed.map((one) => [one.point.id, one])), bounds: boundsOf(placed) }
}

function boundsOf(placed: PlacedPoint[]): Box {
  const box = { left: 0, top: 0, right: 0, bottom: 0 }
  for (const { x, y } of placed) {
    box.left = Math.min(box.left, x - cardSize.width / 2)
    box.right = Math.max(box.right, x + cardSize.width / 2)
    box.top = Math.min(box.top, y - cardSize.height / 2)
    box.bottom = Math.max(box.bottom, y + cardSize.height / 2)
  }
  return box
}

/** Whether a point, or the line from its parent to it, is inside a box. */
export function isInside({ left, top, right, bottom }: Box, { x, y }: PlacedPoint, from?: PlacedPoint): boolean {
  const [width, height] = [cardSize.width / 2, cardSize.height / 2]
  const x0 = Math.min(x, from?.x ?? x) - width
  const x1 = Math.max(x, from?.x ?? x) + width
  const y0 = Math.min(y, from?.y ?? y) - height
  return x1 > left && x0 < right && y + height > top && y0 < bottom
}

/** The line from a point to one that follows it. */
export function linePath(from: PlacedPoint, to: PlacedPoint): string {
  const start = from.y + cardSize.height / 2
  const end = to.y - cardSize.height / 2
  const middle = (start + end) / 2
  return `M${from.x} ${start}C${from.x} ${middle} ${to.x} ${middle} ${to.x} ${end}`
}

/** The point that a key selects from another one; null if the key selects none. */
export function findNextPoint(story: Story, layout: StoryLayout, from: StoryPoint, key: string): StoryPoint | null {
  if (key === 'ArrowUp') return from.parent
  if (key === 'ArrowDown') return from.children.find(({ isOnPath }) => isOnPath) ?? from.children.at(-1) ?? null
  if (key === 'Home') return story.roots.find(({ isOnPath }) => isOnPath) ?? story.roots[0] ?? null
  if (key === 'End') return story.leaf
  if (key === 'ArrowLeft' || key === 'ArrowRight') return nearestOnLevel(layout, from, key === 'ArrowLeft' ? -1 : 1)
  return null
}

/** The nearest point on the same level to the left or right, on any branch. */
function nearestOnLevel({ placed, byId }: StoryLayout, from: StoryPoint, side: -1 | 1): StoryPoint | null {
  const start = byId.get(from.id)
  if (!start) return null
  const distance = ({ x }: PlacedPoint) => (x - start.x) * side
  let nearest: PlacedPoint | null = null
  for (const one of placed) {
    if (one.point.level !== from.level || distance(one) <= 0) continue
    if (nearest === null || distance(one) < distance(nearest)) nearest = one
  }
  return nearest?.point ?? null
}
