import { type Cell, markdownTable } from '#tests/support/table.ts'
import { type Finding, findings } from './detect.ts'
import type { EvalResult } from './run-case.ts'

/** The number of replies with a problem, before and after the filters. */
export function countProblems(results: readonly EvalResult[], finding: Finding): { before: number; after: number } {
  const count = (when: 'before' | 'after') => results.filter(({ problems }) => problems[when].includes(finding)).length
  return { before: count('before'), after: count('after') }
}

/** One row for each problem. */
export function modelTable(results: readonly EvalResult[]): string {
  const rows = findings.map((finding): Cell[] => {
    const { before, after } = countProblems(results, finding)
    return [finding, before, after]
  })
  const named = results.filter(({ isExpressionNamed }) => isExpressionNamed).length
  rows.push(['names its expression', named, '–'])
  return markdownTable([`of ${results.length} replies`, 'before the filters', 'after'], rows)
}

/** One row for each model with the problems that it has. */
export function comparisonTable(models: readonly { name: string; results: readonly EvalResult[] }[]): string {
  const rows = models.map(({ name, results }): Cell[] => {
    const counts = findings.map((finding) => ({ finding, ...countProblems(results, finding) }))
    const found = counts.filter(({ before, after }) => before + after > 0)
    const problems = found.map(({ finding, before, after }) => `${finding} ${before} → ${after}`).join(', ')
    return [name, problems || 'none']
  })
  return markdownTable(['Model', 'Replies with a problem, before → after the filters'], rows)
}

/** The replies with a problem or without a text, for reading. */
export function describeReplies(results: readonly EvalResult[]): string {
  return results
    .map(({ evalCase, replies, problems, error }) => {
      const found = error ?? (problems.after.join(', ') || 'no problem')
      return `### ${evalCase.id} (${evalCase.character}): ${found}\n\n> ${evalCase.turns.at(-1)}\n\n${replies.after}\n`
    })
    .join('\n')
}
