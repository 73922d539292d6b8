import type { Rule } from './rules.ts'

export interface Result {
  rule: Rule
  /** Why the check of the rule failed; empty if it passed or there is none. */
  problem: string
}

/** Runs the check of each rule. */
export const checkRules = (rules: readonly Rule[]): Promise<Result[]> =>
  Promise.all(
    rules.map(async (rule) => {
      try {
        await rule.check?.()
        return { rule, problem: '' }
      } catch (error) {
        return { rule, problem: error instanceof Error ? error.message : String(error) }
      }
    }),
  )

const stateOf = ({ rule, problem }: Result) =>
  problem ? `failed: ${problem}` : rule.check ? 'held' : `not held: ${rule.reason}`

/** The lines that the command prints. */
export const printResults = (results: readonly Result[]): string =>
  results
    .map((result) => `${result.rule.id.padEnd(18)}${result.rule.level.padEnd(7)}${result.rule.says} ${stateOf(result)}`)
    .join('\n')

/** docs/card-conformance.md. */
export function renderPage(results: readonly Result[]): string {
  const counts = (['MUST', 'SHOULD'] as const).map((level) => {
    const all = results.filter(({ rule }) => rule.level === level)
    return `${all.filter(({ rule, problem }) => rule.check && !problem).length} of ${all.length} ${level}`
  })
  const rows = results.map(
    (result) =>
      `| ${result.rule.id} | ${result.rule.level} | ${result.rule.says.replaceAll('|', '\\|')} | ${stateOf(result)} |`,
  )
  return `# Conformance with the formats of character cards

The rules of version 1, 2 and 3 of character cards, of character books, and of files as other programs write them. Each has a
check that runs: \`npm run conformance\` runs them and writes this page. ${counts.join(' and ')} are held.

| Rule | Level | Says | |
|---|---|---|---|
${rows.join('\n')}
`
}
