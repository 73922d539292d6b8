import { expect, test, vi } from 'vitest'
import { printSummary } from './stage.ts'

test('the summary names each failed test and its stage above the counts', () => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => {})
  const failures = ['tests/a.test.ts › it works']
  const code = printSummary([
    { name: 'unit', seconds: 1, passed: 2, failed: 1, failures },
    { name: 'types', seconds: 1, passed: 1, failed: 0 },
  ])
  const printed = log.mock.calls.join('\n')
  log.mockRestore()
  expect(code).toBe(1)
  expect(printed).toMatch(/failed: tests\/a\.test\.ts › it works \(unit\)\n3 passed, 1 failed$/)
})
