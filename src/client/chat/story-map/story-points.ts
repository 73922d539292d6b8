import type { MapMessage, StoryMap } from '#shared/branches.ts'

/** What the map shows as one: a message, or a run of messages without a fork. */
export interface StoryPoint {
  /** The id of its first message. */
  id: string
  kind: 'message' | 'run'
  parent: StoryPoint | null
  children: StoryPoint[]
  /** One message; several in a run. */
  messages: MapMessage[]
  /** The first message of the run that it was expanded from. */
  expandedFrom: string | null
  /** Whether the conversation shows it. */
  isOnPath: boolean
  /** Whether it is where the conversation ends now. */
  isLeaf: boolean
  /** How many points are above it. */
  level: number
  /** How many messages its first message follows. */
  depth: number
  /** How many messages there are from here on, over all branches, its own included. */
  count: number
}

export interface Story {
  /** Parents before children. */
  points: StoryPoint[]
  roots: StoryPoint[]
  /** The point of each message. */
  pointOf: ReadonlyMap<string, StoryPoint>
  /** The point where the conversation ends now. */
  leaf: StoryPoint | null
}

/**
 * The points of a story. Messages between two forks are one run, unless it is in `expanded` by the id of its first
 * message, or has a single message. The ends of branches, named messages and the end of the active path are never in a run.
 */
export function findStoryPoints({ messages, leafId }: StoryMap, expanded: ReadonlySet<string>): Story {
  const tree = readTree(messages, leafId)
  const story: Story & { pointOf: Map<string, StoryPoint> } = {
    points: [],
    roots: [],
    pointOf: new Map(),
    leaf: null,
  }
  const open: { message: MapMessage; parent: StoryPoint | null }[] = []
  for (const message of tree.childrenOf(null).toReversed()) open.push({ message, parent: null })
  for (let next = open.pop(); next; next = open.pop()) {
    const run = tree.runFrom(next.message)
    const isExpanded = run.length === 1 || expanded.has(next.message.id)
    const expandedFrom = isExpanded && run.length > 1 ? next.message.id : null
    let parent = next.parent
    for (const part of isExpanded ? run.map((message) => [message]) : [run]) {
      parent = createPoint(part, parent, {
        expandedFrom,
        isOnPath: tree.isOnPath(part),
        isLeaf: part[0]?.id === leafId,
      })
      addPoint(story, parent)
    }
    const following = tree.childrenOf(run.at(-1)?.id ?? null)
    for (const message of following.toReversed()) open.push({ message, parent })
  }
  // Children come after their parents, so that each count is complete when it is added to the parent's.
  for (const point of story.points.toReversed()) if (point.parent) point.parent.count += point.count
  return story
}

function createPoint(
  messages: MapMessage[],
  parent: StoryPoint | null,
  rest: Pick<StoryPoint, 'expandedFrom' | 'isOnPath' | 'isLeaf'>,
): StoryPoint {
  return {
    id: messages[0]?.id ?? '',
    kind: messages.length === 1 ? 'message' : 'run',
    parent,
    children: [],
    messages,
    level: parent ? parent.level + 1 : 0,
    depth: parent ? parent.depth + parent.messages.length : 0,
    count: messages.length,
    ...rest,
  }
}

function addPoint(story: Story & { pointOf: Map<string, StoryPoint> }, point: StoryPoint): void {
  story.points.push(point)
  for (const { id } of point.messages) story.pointOf.set(id, point)
  if (point.parent) point.parent.children.push(point)
  else story.roots.push(point)
  if (point.isLeaf) story.leaf = point
}

function readTree(messages: readonly MapMessage[], leafId: string | null) {
  const byId = new Map(messages.map((message) => [message.id, message]))
  // The oldest messages of a very long story are left out: what followed them is then at the top.
  const parentOf = ({ parentId }: MapMessage) => (parentId !== null && byId.has(parentId) ? parentId : null)
  const byParent = Map.groupBy(messages, parentOf)
  const childrenOf = (id: string | null) => byParent.get(id) ?? []
  const path = new Set<string>()
  for (let id = leafId; id !== null; id = byId.get(id)?.parentId ?? null) path.add(id)
  /** Whether a message is shown by itself. */
  const isSingle = (message: MapMessage) =>
    message.id === leafId ||
    message.name !== undefined ||
    childrenOf(message.id).length !== 1 ||
    childrenOf(parentOf(message)).length > 1
  return {
    childrenOf,
    isOnPath: ([first]: MapMessage[]) => first !== undefined && path.has(first.id),
    /** The message, and those that follow it up to the next one that is shown by itself. */
    runFrom(first: MapMessage): MapMessage[] {
      const run = [first]
      if (isSingle(first)) return run
      for (let [next] = childrenOf(first.id); next && !isSingle(next); [next] = childrenOf(next.id)) run.push(next)
      return run
    },
  }
}
