import { describe, expect, it } from 'vitest'
import { findChecks } from './find-checks.ts'
import { conformanceDocument, disagreements } from './report.ts'

const source = `
test('§2 the sidebar', async ({ page }) => {
  await sees('2.sidebar.1', async () => {})
  await sees(
    '2.sidebar.2', async () => {})
})
check('2.auth.1', async ({ page }) => {})
`
const sentences = {
  '2.sidebar.1': { says: 'It lists | Home.' },
  '2.sidebar.2': { says: 'It lists Chat.' },
  '2.auth.1': { says: 'Two tabs.' },
  '8.http': { says: 'An error has a message.', because: 'it is not on the page' },
  '2.admin.1': { says: 'An indicator.', later: 'the desk' },
}

describe('the list of sentences and the checks', () => {
  const checks = findChecks('section-2.test.ts', source)

  it('finds checks of their own and checks among others', () => {
    expect(checks).toEqual([
      { id: '2.sidebar.1', file: 'section-2.test.ts', test: '§2 the sidebar' },
      { id: '2.sidebar.2', file: 'section-2.test.ts', test: '§2 the sidebar' },
      { id: '2.auth.1', file: 'section-2.test.ts', test: null },
    ])
  })

  it('agree where each sentence has its check', () => {
    expect(disagreements(sentences, checks)).toEqual([])
  })

  it('disagree where one is missing on either side', () => {
    const { '2.auth.1': _, ...fewer } = sentences
    const unseen = { ...sentences, '2.sidebar.2': { says: 'It lists Chat.', because: 'dark' } }
    expect(disagreements(sentences, checks.slice(1))).toEqual(['2.sidebar.1 has no check'])
    expect(disagreements(fewer, checks)).toEqual(['section-2.test.ts checks 2.auth.1, which is no sentence'])
    expect(disagreements(unseen, checks)).toEqual(['2.sidebar.2 has a check, and a reason why it has none'])
  })

  it('are written down, each kind in its table', () => {
    const text = conformanceDocument(sentences, checks)
    expect(text).toContain('| 2.sidebar.1 | It lists \\| Home. | section-2.test.ts: §2 the sidebar |')
    expect(text).toContain('| 2.auth.1 | Two tabs. | section-2.test.ts: 2.auth.1 |')
    expect(text).toContain('| 8.http | An error has a message. | it is not on the page |')
    expect(text).toContain('| 2.admin.1 | An indicator. | the desk |')
  })
})
