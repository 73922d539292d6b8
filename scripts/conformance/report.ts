import type { Sentences } from '#tests/e2e/conformance/sentences/sentence.ts'
import type { DeclaredCheck } from './find-checks.ts'

/** What keeps the list of sentences and the checks from being one and the same; nothing where they agree. */
export function disagreements(sentences: Sentences, checks: readonly DeclaredCheck[]): string[] {
  const checked = new Set(checks.map(({ id }) => id))
  const faults: string[] = []
  for (const [id, { because, later }] of Object.entries(sentences)) {
    const isSeen = because === undefined && later === undefined
    if (isSeen && !checked.has(id)) faults.push(`${id} has no check`)
    if (!isSeen && checked.has(id)) faults.push(`${id} has a check, and a reason why it has none`)
  }
  for (const { id, file } of checks) if (!(id in sentences)) faults.push(`${file} checks ${id}, which is no sentence`)
  return faults
}

/** The document: every sentence with its check, or the reason why it has none. */
export function conformanceDocument(sentences: Sentences, checks: readonly DeclaredCheck[]): string {
  const all = Object.entries(sentences)
  const seen = all.filter(([, { because, later }]) => because === undefined && later === undefined)
  const unseen = all.flatMap(([id, { says, because }]) => (because === undefined ? [] : [[id, says, because]]))
  const later = all.flatMap(([id, { says, later }]) => (later === undefined ? [] : [[id, says, later]]))
  return `# Conformance

What the product specification says, sentence by sentence in our words, and the check that holds each of them in a real
browser. Written by \`node scripts/conformance.ts\`; \`npm run check\` fails when a sentence has no check, a check no
sentence, or this page is stale. The checks run with \`npx playwright test tests/e2e/conformance\`.

${seen.length} sentences are checked, ${unseen.length} cannot be seen in a browser, ${later.length} belong to parts that this build does not have.

## Checked

Files are in \`tests/e2e/conformance\`.

${table(
  ['', 'Sentence', 'Check'],
  seen.map(([id, { says }]) => [
    id,
    says,
    checks
      .filter((check) => check.id === id)
      .map(nameOf)
      .join('; '),
  ]),
)}

## Not to be seen in a browser

${table(['', 'Sentence', 'Why, and what holds it'], unseen)}

## Not in this build

${table(['', 'Sentence', 'Comes with'], later)}
`
}

function nameOf({ id, file, test }: DeclaredCheck): string {
  return `${file}: ${test ?? id}`
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(heads), line(heads.map(() => '---')), ...rows.map(line)].join('\n')
}
