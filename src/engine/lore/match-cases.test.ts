import { expect, test } from 'vitest'
import { blankEntry, type LoreEntry } from './lorebook.ts'
import cases from './match-cases.txt?raw'
import { planLore } from './plan-lore.ts'

const logics = ['any', 'not-all', 'not-any', 'all']

function toEntry(written: string): LoreEntry {
  const [, options = '', keys = '', logic = 'any', second, name, more = ''] =
    /^((?:(?:cs|in|re) )*)(.+?)(?: \+(?:(all|not-any|not-all):)?(.+))?(?: (x|more):(.+))?$/.exec(written) ?? []
  const decorator = name === 'x' ? 'exclude_keys' : name === 'more' ? 'additional_keys' : null
  const isExpression = options.includes('re')
  return {
    ...blankEntry,
    keys: isExpression ? [keys] : keys.split(', '),
    content: `${decorator ? `@@${decorator} ${more}\n` : ''}A fact.`,
    use_regex: isExpression,
    case_sensitive: options.includes('cs'),
    selective: second !== undefined,
    secondary_keys: second?.split(', ') ?? [],
    extensions: isExpression
      ? {}
      : { match_whole_words: !options.includes('in'), selectiveLogic: logics.indexOf(logic), position: 0 },
  }
}

const rows = cases.split('\n').filter((line) => !line.startsWith('#') && line.split(' | ').length === 3)
const entries = rows.map((row) => toEntry(row.split(' | ')[0] ?? ''))
const book = { extensions: {}, recursive_scanning: false, entries }

/** JavaScript's own expressions. The one that would take for ever in it is in a test of `shared/compile-regex.ts`. */
const compileRegex = (source: string, flags: string) => {
  try {
    const regex = new RegExp(source, flags)
    return (text: string) => !text.startsWith('aaaa') && regex.test(text)
  } catch {
    return null
  }
}

test('there are 300 cases, 60 of each language', () => {
  const languages = cases.split('\n== ').slice(1)
  expect(languages).toHaveLength(5)
  for (const language of languages)
    expect(language.split('\n').filter((line) => line.includes(' | ')).length).toBeGreaterThanOrEqual(60)
})

test.each(rows.map((row, at) => [row, at] as const))('%s', (row, at) => {
  const [, content = '', expected] = row.split(' | ')
  const { outcomes } = planLore({
    books: [book],
    messages: [{ id: 'm1', role: 'user', content }],
    messagesBefore: 0,
    tokens: 10_000,
    countTokens: (text) => text.length,
    expand: (text) => text,
    seed: 'c1',
    compileRegex,
  })
  const { reason, key } = outcomes[at] ?? {}
  expect([reason, key].filter(Boolean).join(' ')).toBe(expected)
})
