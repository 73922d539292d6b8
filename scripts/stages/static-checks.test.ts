import { expect, test } from 'vitest'
import { judgeImportRules } from './static-checks.ts'

const found = (modules: number) => ({
  code: 0,
  output: `\n✔ no dependency violations found (${modules} modules, 40 dependencies cruised)\n`,
})

test('the import rules pass when every TypeScript file was read', () => {
  expect(judgeImportRules(found(1_125), 1_036)).toEqual({ passed: 1, failed: 0 })
})

test('the import rules fail when files were skipped, and say how many', () => {
  const outcome = judgeImportRules(found(18), 1_036)
  expect(outcome.failed).toBe(1)
  expect(outcome.output).toContain('read 18 modules, but there are 1036')
})

test('the import rules fail with the violations, or without a result', () => {
  expect(judgeImportRules({ code: 2, output: 'error no-cycles: a → b' }, 3).output).toContain('no-cycles')
  expect(judgeImportRules({ code: 0, output: '' }, 3).failed).toBe(1)
})
