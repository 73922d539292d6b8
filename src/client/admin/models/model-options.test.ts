import { expect, test } from 'vitest'
import { findModels } from './model-options.ts'

const list = (count: number, omitted = 0) => ({
  models: Array.from({ length: count }, (_, index) => ({ id: `maker/Model-${index}`, contextTokens: null })),
  omitted,
})
const ids = ({ shown }: ReturnType<typeof findModels>) => shown.map(({ id }) => id)

test('a short list is shown whole', () => {
  expect(findModels(list(3), '')).toMatchObject({ shown: list(3).models, note: null })
})

test('of 10,000 models the first 200 are shown, and any is found by parts of its name', () => {
  const many = list(10_000)
  const first = findModels(many, ' ')
  expect(first.shown).toHaveLength(200)
  expect(first.note).toBe('The list has the first 200 of 10,000: enter more of the name.')
  expect(ids(findModels(many, 'model-9999'))).toEqual(['maker/Model-9999'])
  expect(ids(findModels(many, '-9999 MAKER'))).toEqual(['maker/Model-9999'])
  expect(findModels(many, 'nothing like it')).toEqual({
    shown: [],
    note: 'No model of this list has that in its name.',
  })
})

test('what the server has left out is named', () => {
  expect(findModels(list(5, 1_200), '').note).toBe('The service lists 1,200 more, which are not shown here.')
})
