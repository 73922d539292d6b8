import { describe, expect, it } from 'vitest'
import type { LoreInput } from './lore-input.ts'
import { blankEntry, type Lorebook, type LoreEntry } from './lorebook.ts'
import { planLore } from './plan-lore.ts'

type Draft = Omit<Partial<LoreEntry>, 'keys'> & { keys?: string }

const entryOf = ({ keys = 'reef', ...entry }: Draft): LoreEntry => ({
  ...blankEntry,
  content: 'Sharp.',
  ...entry,
  keys: keys.split('|'),
})
const bookOf = (entries: Draft[], book: Partial<Lorebook> = {}): Lorebook => ({
  extensions: {},
  ...book,
  entries: entries.map(entryOf),
})

/** Messages of the user and the character in turn, the last one of the user. */
const said = (...texts: string[]): LoreInput['messages'] =>
  texts.map((content, at) => ({
    id: `m${at}`,
    role: (texts.length - at) % 2 === 1 ? 'user' : 'character',
    content,
  }))

/** JavaScript's own expressions: those of these tests are harmless. */
const compileRegex: LoreInput['compileRegex'] = (source, flags) => {
  try {
    const regex = new RegExp(source, flags)
    return (text) => regex.test(text)
  } catch {
    return null
  }
}

function plan(book: Lorebook | Lorebook[], texts: string[], input: Partial<LoreInput> = {}) {
  return planLore({
    books: Array.isArray(book) ? book : [book],
    messages: said(...texts),
    messagesBefore: 0,
    tokens: 1_000,
    countTokens: (text) => text.length,
    expand: (text) => text.replaceAll('{{char}}', 'Ilse').replaceAll(/\{\{hidden_key:[^}]*\}\}/g, ''),
    seed: 'c1',
    compileRegex,
    ...input,
  })
}
const reasons = (...args: Parameters<typeof plan>) => plan(...args).outcomes.map(({ reason }) => reason)

/** What a key matches: match-cases.txt. */
describe('an entry', () => {
  const near = 'The reef is near.'
  it.each<[string, Draft, string[], string]>([
    ['with its key', {}, [near], 'key'],
    ['with a macro as key', { keys: '{{char}}' }, ['Where is Ilse?'], 'key'],
    ['with no key', { keys: ' ' }, [near], 'no-keys'],
    ['without text', { content: ' ' }, [near], 'empty'],
    [
      'that is switched off, whatever it says',
      { enabled: false, content: '@@activate\nSharp.', constant: true },
      [near],
      'disabled',
    ],
    ['beyond the scan depth', {}, [near, 'a', 'b', 'c', 'd'], 'no-match'],
    ['within a scan depth of its own', { content: '@@scan_depth 5\nSharp.' }, [near, 'a', 'b', 'c', 'd'], 'key'],
    ['with second keys that do not count', { secondary_keys: ['far'] }, [near], 'key'],
    [
      'with an expression and second keys, which do not count',
      { use_regex: true, selective: true, secondary_keys: ['far'] },
      [near],
      'key',
    ],
    ['with an expression, constant', { keys: 'storm', use_regex: true, constant: true }, [near], 'no-match'],
    ['with an expression that is not valid', { keys: '(reef', use_regex: true }, [near], 'bad-regex'],
    ['with slashes that are no expression', { keys: '/reef/' }, [near], 'no-match'],
    ['of SillyTavern with slashes', { keys: '/ree+f/i', extensions: { position: 0 } }, [near], 'key'],
    ['with @@dont_activate', { content: '@@dont_activate\nx' }, [near], 'never'],
    ['of another greeting', { content: '@@is_greeting 1\nx' }, [near], 'other-greeting'],
    ['before so many replies', { content: '@@activate_only_after 2\nx' }, ['a', 'b', near], 'too-early'],
    ['after so many replies', { content: '@@activate_only_after 1\nx' }, ['a', 'b', near], 'key'],
    ['between every so many replies', { content: '@@activate_only_every 2\nx' }, ['a', 'b', near], 'not-this-turn'],
    ['before so many messages', { extensions: { delay: 4 } }, ['a', 'b', near], 'too-early'],
    ['that never has luck', { extensions: { probability: 0, useProbability: true } }, [near], 'chance'],
    ['that needs another entry', { extensions: { delay_until_recursion: true } }, [near], 'entries-only'],
  ])('%s', (_, entry, texts, reason) => {
    expect(reasons(bookOf([entry]), texts)).toEqual([reason])
  })

  it('says which key was found, and in which message', () => {
    const { outcomes } = plan(bookOf([{ keys: 'storm|reef' }]), ['a', 'The reef!', 'c'])
    expect(outcomes).toEqual([
      { book: 0, entry: 0, isUsed: true, reason: 'key', key: 'reef', messageId: 'm1', tokens: 'Sharp.'.length + 1 },
    ])
  })

  it('beyond the limit of expressions says so', () => {
    const many = Array.from({ length: 101 }, (_, at) => ({ keys: `x${at}`, use_regex: true }))
    expect(reasons(bookOf(many), ['reef']).at(-1)).toBe('too-many-regexes')
  })
})

describe('entries that cause others', () => {
  const chain: Draft[] = [
    { keys: 'reef', content: 'Ships fear the heron.' },
    { keys: 'heron', content: 'It nests in the {{hidden_key:lighthouse}}tower.' },
    { keys: 'lighthouse', content: 'Dark.' },
  ]
  it('do so in turn, also by hidden keys', () => {
    const { outcomes } = plan(bookOf(chain), ['reef'])
    expect(outcomes.map(({ reason, cause }) => [reason, cause])).toEqual([
      ['key', undefined],
      ['entry', 0],
      ['entry', 1],
    ])
  })

  it('do not where the book forbids it', () => {
    expect(reasons(bookOf(chain, { recursive_scanning: false }), ['reef'])).toEqual(['key', 'no-match', 'no-match'])
  })

  it('do not where an entry forbids it', () => {
    const [first = {}, second = {}, third = {}] = chain
    const silent = { ...first, extensions: { prevent_recursion: true } }
    expect(reasons(bookOf([silent, second, third]), ['reef'])).toEqual(['key', 'no-match', 'no-match'])
    const deaf = { ...second, extensions: { exclude_recursion: true } }
    expect(reasons(bookOf([first, deaf, third]), ['reef'])).toEqual(['key', 'no-match', 'no-match'])
  })

  it('can be what an entry waits for, and match expressions', () => {
    const [first = {}] = chain
    const waits = { keys: 'heron', extensions: { delay_until_recursion: true } }
    const expression = { keys: '/her+on/', extensions: { position: 1 } }
    expect(reasons(bookOf([first, waits, expression]), ['reef'])).toEqual(['key', 'entry', 'entry'])
  })

  it('in a circle end', () => {
    expect(reasons(bookOf([{ content: 'heron' }, { keys: 'heron', content: 'reef' }]), ['heron'])).toEqual([
      'entry',
      'key',
    ])
  })
})

describe('time', () => {
  const timed = (extensions: Record<string, number>, content = 'Sharp.') =>
    bookOf([{ extensions, content }], { scan_depth: 1 })
  const after = (book: Lorebook, count: number) =>
    reasons(book, ['The reef!', ...Array.from({ length: 2 * count }, () => 'x')])[0]
  it('an entry stays for so many messages', () => {
    const book = timed({ sticky: 4 })
    expect([0, 1, 2, 3].map((turns) => after(book, turns))).toEqual(['key', 'sticky', 'sticky', 'no-match'])
  })

  it('then it rests', () => {
    const book = timed({ sticky: 2, cooldown: 2 })
    const said = ['The reef!', 'x', 'reef', 'x', 'reef', 'x', 'reef']
    expect([1, 3, 5, 7].map((end) => reasons(book, said.slice(0, end))[0])).toEqual(['key', 'sticky', 'resting', 'key'])
  })

  it('for good with a decorator', () => {
    expect(after(timed({}, '@@keep_activate_after_match\nx'), 20)).toBe('sticky')
    expect(reasons(timed({}, '@@dont_activate_after_match\nx'), ['reef', 'x', 'reef'])).toEqual(['resting'])
  })

  it('depends on the path alone: on another branch, nothing was matched', () => {
    const book = timed({ sticky: 10 })
    expect(reasons(book, ['reef', 'x', 'y'])).toEqual(['sticky'])
    expect(reasons(book, ['sea', 'x', 'y'])).toEqual(['no-match'])
  })
})

describe('chance and groups', () => {
  const lucky = (probability: number) => bookOf([{ extensions: { probability, useProbability: true } }])
  it('decide the same for the same message, and about as often as they say', () => {
    const turns = Array.from({ length: 400 }, (_, at) => ({ id: `t${at}`, role: 'user' as const, content: 'reef' }))
    const once = turns.map((message) => reasons(lucky(30), [], { messages: [message] })[0])
    expect(turns.map((message) => reasons(lucky(30), [], { messages: [message] })[0])).toEqual(once)
    const share = once.filter((reason) => reason === 'key').length / once.length
    expect(share).toBeGreaterThan(0.22)
    expect(share).toBeLessThan(0.38)
  })

  it('one of a group is used', () => {
    const group = { extensions: { group: 'sea' } }
    const outcome = reasons(bookOf([group, group, group]), ['reef'])
    expect(outcome.filter((reason) => reason === 'key')).toHaveLength(1)
    expect(outcome.filter((reason) => reason === 'group')).toHaveLength(2)
  })

  it('one that comes first wins, by its order', () => {
    const first = (insertion_order: number) => ({ insertion_order, extensions: { group: 'sea', group_override: true } })
    expect(reasons(bookOf([{ extensions: { group: 'sea' } }, first(1), first(2)]), ['reef'])).toEqual([
      'group',
      'group',
      'key',
    ])
  })

  it('without a weight there is no chance', () => {
    const weightless = { extensions: { group: 'sea', group_weight: 0 } }
    expect(reasons(bookOf([weightless, { extensions: { group: 'sea' } }]), ['reef'])).toEqual(['group', 'key'])
  })
})

describe('the budget', () => {
  const long = (content: string, more: Draft = {}): Draft => ({ content: content.repeat(60), ...more })
  it('leaves out the lowest priority, and one that does not fit for smaller ones', () => {
    const book = bookOf([long('a', { priority: 2 }), long('b', { priority: 1 }), { content: 'short', priority: 0 }])
    expect(reasons(book, ['reef'], { tokens: 100 })).toEqual(['key', 'budget', 'key'])
    expect(reasons({ ...book, token_budget: 40 }, ['reef'])).toEqual(['budget', 'budget', 'key'])
  })

  it('goes by the order where there is no priority, keeps constants, and drops @@ignore_on_max_context first', () => {
    const book = bookOf([
      long('a', { insertion_order: 1 }),
      long('b', { insertion_order: 2 }),
      long('c', { insertion_order: 0, constant: true }),
      { content: '@@ignore_on_max_context\nx', insertion_order: 9 },
    ])
    expect(reasons(book, ['reef'], { tokens: 122 })).toEqual(['budget', 'key', 'always', 'budget'])
  })
})

it('texts are in the order of the books, without decorators, and constants are apart', () => {
  const world = bookOf([{ content: 'World.', insertion_order: 5 }])
  const own = bookOf([
    { content: '@@depth 2\n@@role user\n\nDeep.', insertion_order: 1 },
    { content: '@@reverse_depth 1\nEarly.', insertion_order: 2 },
    { content: 'Always {{char}}.', constant: true, position: 'before_char', insertion_order: 3 },
    { content: 'Recent.', insertion_order: 5 },
    { content: '@@position after_desc\nAlways too.', constant: true, insertion_order: 4 },
  ])
  expect(plan([own, world], ['a', 'b', 'reef']).inserts.map(({ place, text }) => [place, text])).toEqual([
    [{ depth: 2, role: 'user' }, 'Deep.'],
    [{ depth: 2, role: 'system' }, 'Early.'],
    ['before', 'Always Ilse.'],
    ['after', 'Always too.'],
    ['recent', 'Recent.'],
    ['recent', 'World.'],
  ])
})
