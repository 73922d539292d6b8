import { differences } from '#tests/e2e/conformance/differences.ts'
import type { Sentences } from '#tests/e2e/conformance/sentences/sentence.ts'
import type { Check } from './read-checks.ts'

/** Where the list of sentences and the checks that passed disagree. */
export function findProblems(sentences: Sentences, checks: readonly Check[]): string[] {
  const checked = new Set(checks.map(({ id }) => id))
  const unchecked = Object.keys(sentences).filter((id) => !checked.has(id))
  const unknown = [...checked].filter((id) => !(id in sentences))
  return [
    ...unchecked.map((id) => `${id} has no check that passed`),
    ...unknown.map((id) => `${id} is checked, but is not a sentence`),
  ]
}

/** Writes docs/conformance.md: every sentence with its check. */
export function renderPage(sentences: Sentences, checks: readonly Check[]): string {
  const all = Object.entries(sentences).map(([id, sentence]) => ({ id, ...sentence }))
  const inBrowser = all.filter(({ because }) => !because)
  const elsewhere = all.filter(({ because }) => because)
  const filesOf = (id: string) => {
    const files = checks.filter((check) => check.id === id).map(({ file }) => file)
    return [...new Set(files)].sort().join(', ')
  }
  return `# Conformance

Every sentence of the product specification, in our words, with the file that checks it. The title of the test, or of a
step in it, contains the id of the sentence. \`npm test\` runs the tests and then compares this page with their reports: it
fails when a sentence has no check that passed, or when the page is stale. \`node scripts/conformance.ts\` writes the page
from the reports of the last \`npm test\`.

${inBrowser.length} sentences are checked in a browser, ${elsewhere.length} elsewhere.

## Checked in a browser

${table(
  ['Id', 'Sentence', 'File'],
  inBrowser.map(({ id, says }) => [id, says, filesOf(id)]),
)}

## Checked elsewhere

${table(
  ['Id', 'Sentence', 'Why not in a browser', 'File'],
  elsewhere.map(({ id, says, because = '' }) => [id, says, because, filesOf(id)]),
)}

## Where the product differs on purpose

[Decision 22](decisions/022-differ-from-the-specification.md) gives the reasons.

${table(
  ['Section', 'Specified', 'In the product'],
  differences.map(({ section, specified, product }) => [section, specified, product]),
)}
`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
