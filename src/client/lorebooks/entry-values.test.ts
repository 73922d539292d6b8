import { expect, test } from 'vitest'
import { toLorebook } from '#engine/lore/lorebook.ts'
import { applyValues, toValues } from './entry-values.ts'

const [entry] = toLorebook({
  entries: [
    {
      keys: ['reef', 'rock'],
      content: '@@depth 4\nSharp.',
      'x/y': 1,
      extensions: { position: 4, depth: 2, role: 1, z: 1 },
    },
  ],
}).entries
if (!entry) throw new Error('no entry')

test('an entry that is not changed stays as it is', () => {
  expect(applyValues(entry, toValues(entry))).toBe(entry)
})

test('a field that is changed changes nothing else', () => {
  const values = { ...toValues(entry), keys: 'reef\n\n /rocks?/i ', sticky: 3 }
  expect(applyValues(entry, values)).toEqual({
    ...entry,
    keys: ['reef', '/rocks?/i'],
    extensions: { ...entry.extensions, sticky: 3 },
  })
})

test('a number that was cleared is as in a new entry', () => {
  const changed = applyValues(entry, { ...toValues(entry), sticky: 3, order: 7 })
  const values = applyValues(changed, { ...toValues(changed), sticky: Number.NaN, order: Number.NaN })
  expect(toValues(values)).toMatchObject({ sticky: 0, order: 100 })
})

test('all fields come back as they were entered', () => {
  const values = {
    ...toValues(entry),
    name: 'Reef',
    constant: true,
    secondKeys: 'storm\nrain',
    logic: 'not-any' as const,
    useRegex: true,
    caseSensitive: true,
    wholeWords: false,
    place: 'before',
    order: 7,
    priority: 9,
    probability: 30,
    group: 'sea',
    cooldown: 2,
    delay: 4,
  }
  expect(toValues(applyValues(entry, values))).toEqual({ ...values, depth: 4, role: 'system' })
})
