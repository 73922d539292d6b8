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

/** Writes docs/conformance.md: where the sentences of each section of the specification are checked. */
export function renderPage(sentences: Sentences, checks: readonly Check[]): string {
  const ids = Object.keys(sentences)
  const elsewhere = ids.filter((id) => sentences[id]?.because).length
  const sections = Map.groupBy(ids, (id) => id.slice(0, 1))
  const filesOf = (section: readonly string[]) => {
    const files = checks.filter(({ id }) => section.includes(id)).map(({ file }) => file)
    return [...new Set(files)].sort().join(', ')
  }
  return `# Conformance

\`tests/e2e/conformance/sentences/\` has every sentence of the product specification, in our words, by the number of its section.
The title of a test, or of a step in it, contains the id of the sentence that it checks (\`grep -rn 2.card.5 tests\`). \`npm test\`
compares this page with the reports of its tests: it fails when a sentence has no check that passed, or when the page is stale.
\`node scripts/conformance.ts\` writes the page from the reports of the last \`npm test\`.

${ids.length - elsewhere} sentences are checked in a browser, ${elsewhere} elsewhere; \`because\` beside those says why.

${table(
  ['Section', 'Sentences', 'Files'],
  [...sections].map(([section, of]) => [`§${section}`, String(of.length), filesOf(of)]),
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
