import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { checkRules, renderPage } from './card-conformance/page.ts'
import { cardRules } from './card-conformance/rules.ts'

const results = await checkRules(cardRules)

test.each(results)('$rule.id $rule.says', ({ problem }) => {
  expect(problem).toBe('')
})

test('docs/card-conformance.md is what the command writes', () => {
  const page = readFileSync(path.join(import.meta.dirname, '..', 'docs', 'card-conformance.md'), 'utf8')
  expect(page, 'Run npm run conformance').toBe(renderPage(results))
})
