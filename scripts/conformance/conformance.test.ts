import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { findProblems, renderPage } from './page.ts'
import { readChecks } from './read-checks.ts'

const sentences = {
  '2.sidebar.1': { says: 'It lists | Home.' },
  '2.auth.1': { says: 'Two tabs.' },
  '7.1': { says: 'All calls send credentials.', because: 'a header of the request' },
}
const sidebar = { id: '2.sidebar.1', file: 'tests/e2e/conformance/section-2.test.ts' }
const auth = { id: '2.auth.1', file: 'tests/e2e/conformance/section-2.test.ts' }
const credentials = { id: '7.1', file: 'src/client/lib/http.test.ts' }
const checks = [sidebar, auth, credentials]

test('checks are the passed tests and steps whose titles name a sentence', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'reports-'))
  const put = (name: string, report: object) => writeFileSync(path.join(folder, name), JSON.stringify(report))
  const file = 'conformance/section-2.test.ts'
  const steps = [{ title: '2.sidebar.1 It lists | Home.' }, { title: 'scroll' }]
  put('e2e.json', {
    suites: [
      {
        file,
        specs: [{ title: '§2 the sidebar', ok: true, tests: [{ results: [{ steps: [] }, { steps }] }] }],
        suites: [
          {
            file,
            specs: [
              { title: '2.auth.1 Two tabs.', ok: true, tests: [{ results: [{}] }] },
              { title: '2.auth.2 A code.', ok: false, tests: [{ results: [{}] }] },
            ],
          },
        ],
      },
    ],
  })
  put('unit.json', {
    testResults: [
      {
        name: '/repo/src/client/lib/http.test.ts',
        assertionResults: [
          { title: 'sends credentials (spec 7.1)', status: 'passed' },
          { title: 'throws (spec 8.http)', status: 'failed' },
          { title: '100 at once', status: 'passed' },
        ],
      },
    ],
  })
  put('integration-sqlite.json', { testResults: [] })
  expect(readChecks(folder, '/repo')).toEqual(checks)
  rmSync(folder, { recursive: true })
})

test('sentences and checks agree when each sentence of this build has a check', () => {
  expect(findProblems(sentences, checks)).toEqual([])
})

test('a missing and an unknown check are problems', () => {
  expect(findProblems(sentences, [sidebar, credentials])).toEqual(['2.auth.1 has no check that passed'])
  expect(findProblems(sentences, [...checks, { ...auth, id: '9.9' }])).toEqual([
    '9.9 is checked, but is not a sentence',
  ])
})

test('the page has each section of the specification with the files that check it', () => {
  const page = renderPage(sentences, checks)
  expect(page).toContain('2 sentences are checked in a browser, 1 elsewhere')
  expect(page).toContain('| §2 | 2 | tests/e2e/conformance/section-2.test.ts |')
  expect(page).toContain('| §7 | 1 | src/client/lib/http.test.ts |')
})
