import { expect, it } from 'vitest'
import { foldText } from './fold-text.ts'

it.each([
  ['  Léonie   BAPTISTE ', 'leonie baptiste'],
  ['Pilar Ximénez', 'pilar ximenez'],
  ['Ångström', 'angstrom'],
  ['ﬁlm', 'film'],
  ['Йод Ёж', 'иод еж'],
  // The marks of other scripts are letters of their own.
  ['がまん', 'がまん'],
  ['हिन्दी', 'हिन्दी'],
])('%j is searched as %j', (text, expected) => {
  expect(foldText(text)).toBe(expected.normalize('NFKC'))
})
