import type { PlacedPoint, StoryLayout } from './layout.ts'
import type { Story, StoryPoint } from './story-points.ts'

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
