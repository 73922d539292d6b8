import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { MapMessage, StoryMap } from '#shared/branches.ts'
import { cardSize, findNextPoint, layoutStory } from './layout.ts'
import { findMessages } from './map-search.tsx'
import { findStoryPoints, type Story } from './story-points.ts'

const message = (id: string, parentId: string | null, more: Partial<MapMessage> = {}): MapMessage => ({
  id,
  parentId,
  role: 'user',
  status: 'complete',
  text: `text of ${id}`,
  ...more,
})
const mapOf = (messages: MapMessage[], leafId: string | null = messages.at(-1)?.id ?? null): StoryMap => ({
  leafId,
  messages,
  isWhole: true,
})
/** `a`, then a chain of `count` messages. */
const chain = (prefix: string, parentId: string | null, count: number) =>
  Array.from({ length: count }, (_, index) =>
    message(`${prefix}${index}`, index === 0 ? parentId : `${prefix}${index - 1}`),
  )
const none: ReadonlySet<string> = new Set()
/** `id` for a message, `id×count` for a run, with what follows in parentheses. */
const drawn = ({ roots }: Story): string => {
  const show = ({ id, messages, children }: Story['roots'][number]): string => {
    const below = children.map(show)
    const own = messages.length > 1 ? `${id}×${messages.length}` : id
    return below.length > 1 ? `${own}(${below.join(' | ')})` : [own, ...below].join(' ')
  }
  return roots.map(show).join(' | ')
}

const forked = mapOf([...chain('a', null, 10), ...chain('b', 'a5', 4)])
const named = chain('a', null, 8).map((one) => (one.id === 'a3' ? { ...one, name: 'The storm' } : one))

describe('points of a story', () => {
  it.each<[string, StoryMap, string]>([
    ['folds messages without a fork into runs', forked, 'a0×5 a5(a6 a7×2 a9 | b0 b1×2 b3)'],
    ['has the first message in a run where the story does not fork at it', mapOf(chain('a', null, 3)), 'a0×2 a2'],
    ['shows several beginnings', mapOf([message('a', null), message('b', null)]), 'a | b'],
    ['shows named messages and the end of the path by themselves', mapOf(named, 'a5'), 'a0×3 a3 a4 a5 a6 a7'],
    [
      'puts at the top what follows messages that were left out',
      mapOf([message('b', 'gone'), message('c', 'b'), message('d', 'b')]),
      'b(c | d)',
    ],
    ['has nothing to draw without messages', mapOf([]), ''],
  ])('%s', (_, map, shape) => expect(drawn(findStoryPoints(map, none))).toBe(shape))

  it('shows each message of an expanded run, with the run that it belongs to', () => {
    const story = findStoryPoints(mapOf(chain('a', null, 5)), new Set(['a0']))
    expect(drawn(story)).toBe('a0 a1 a2 a3 a4')
    expect(story.pointOf.get('a2')).toMatchObject({ kind: 'message', expandedFrom: 'a0', depth: 2, level: 2 })
    expect(story.pointOf.get('a4')?.expandedFrom).toBeNull()
  })

  it('counts the messages from a point on, and marks what the conversation shows', () => {
    const story = findStoryPoints(forked, none)
    expect(story).toMatchObject({ leaf: { id: 'b3', isLeaf: true, isOnPath: true } })
    expect(story.pointOf.get('a5')?.count).toBe(9)
    expect(story.pointOf.get('b1')).toMatchObject({ kind: 'run', count: 3, depth: 7 })
    expect(story.roots[0]?.count).toBe(14)
    expect(story.points.flatMap(({ id, isOnPath }) => (isOnPath ? id : []))).toEqual(['a0', 'a5', 'b0', 'b1', 'b3'])
  })
})

/** Any tree: each message follows one before it, or begins the story. */
const anyMap = fc.array(fc.nat(), { minLength: 1, maxLength: 60 }).map((parents) =>
  mapOf(
    parents.map((parent, index) => {
      const above = parent % (index + 1)
      return message(`m${index}`, above === index ? null : `m${above}`)
    }),
  ),
)

describe('layout of a story', () => {
  it('has every message once, and no point on another one', () => {
    fc.assert(
      fc.property(anyMap, fc.boolean(), (map, isExpanded) => {
        const story = findStoryPoints(map, new Set(isExpanded ? map.messages.map(({ id }) => id) : []))
        expect(story.points.flatMap(({ messages }) => messages.map(({ id }) => id)).sort()).toEqual(
          map.messages.map(({ id }) => id).sort(),
        )
        const { placed, bounds } = layoutStory(story)
        for (const one of placed) {
          const parent = placed.find(({ point }) => point === one.point.parent)
          if (parent) expect(one.y).toBeGreaterThan(parent.y)
          expect(one.x - cardSize.width / 2).toBeGreaterThanOrEqual(bounds.left)
          const overlapping = placed.filter(
            ({ x, y }) => Math.abs(x - one.x) < cardSize.width && Math.abs(y - one.y) < cardSize.height,
          )
          expect(overlapping).toEqual([one])
        }
      }),
      { numRuns: 200 },
    )
  })

  it('lays branches side by side in the order of their beginnings', () => {
    const story = findStoryPoints(
      mapOf([message('a', null), message('b', 'a'), message('c', 'a'), message('d', 'a')]),
      none,
    )
    const { byId } = layoutStory(story)
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((id) => byId.get(id)?.x ?? Number.NaN)
    expect([b, c, d].toSorted((one, other) => (one ?? 0) - (other ?? 0))).toEqual([b, c, d])
    expect(a).toBeCloseTo(c ?? 0)
  })

  it('takes a story of 20,000 messages with a fork at each second one', () => {
    const messages = chain('a', null, 10_000)
    const forks = messages.map(({ id }) => message(`fork of ${id}`, id))
    const story = findStoryPoints(mapOf([...messages, ...forks]), none)
    expect(layoutStory(story).placed).toHaveLength(20_000)
  })
})

describe('selecting points by keys', () => {
  const story = findStoryPoints(
    mapOf([...chain('a', null, 3), message('b', 'a0'), message('c', 'b'), message('d', 'a2')], 'c'),
    none,
  )
  const layout = layoutStory(story)
  const from = (id: string, key: string) => {
    const start = story.pointOf.get(id)
    return start ? (findNextPoint(story, layout, start, key)?.id ?? null) : null
  }

  it('goes down the branch that is shown, and up', () => {
    expect(from('a0', 'ArrowDown')).toBe('b')
    expect(from('c', 'ArrowUp')).toBe('b')
    expect(from('c', 'ArrowDown')).toBeNull()
    expect(from('a0', 'ArrowUp')).toBeNull()
  })

  it('goes to the nearest point of the same level, of whichever branch', () => {
    expect(from('b', 'ArrowLeft')).toBe('a1')
    expect(from('a1', 'ArrowRight')).toBe('b')
    expect(from('a1', 'ArrowLeft')).toBeNull()
  })

  it('goes to the beginning, and to where the conversation ends now', () => {
    expect(from('d', 'End')).toBe('c')
    expect(from('d', 'Home')).toBe('a0')
    expect(from('d', 'x')).toBeNull()
  })
})

describe('search in a story', () => {
  const map = mapOf([
    message('a', null, { text: 'The harbour at night' }),
    message('b', 'a', { name: 'Night watch' }),
    message('c', 'a', { name: 'Café' }),
  ])
  const found = (words: string) => findMessages(map, words).map(({ id }) => id)

  it('lists the names without words, and finds names before texts', () => {
    expect(found('  ')).toEqual(['b', 'c'])
    expect(found('NIGHT')).toEqual(['b', 'a'])
    expect(found('cafe')).toEqual(['c'])
    expect(found('nothing')).toEqual([])
  })
})
