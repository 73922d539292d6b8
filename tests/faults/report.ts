import { markdownTable } from '#tests/support/table.ts'
import { type Results, violationKinds } from './crash/results.ts'
import type { DrainResult } from './drain.ts'

export interface CrashRun {
  name: string
  results: Results
  /** Whether durability was removed on purpose; the test must then find lost data. */
  isControl: boolean
}

/** The longest allowed time from a restart until the server is ready, in milliseconds. */
const maxReadyMs = 5_000
/** How many violations of each kind are printed. */
const maxPrinted = 5

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

export function crashTable(runs: CrashRun[]): string {
  const head = [
    'environment',
    'rounds',
    'acknowledged',
    'unconfirmed',
    'interrupted',
    ...violationKinds,
    'slowest start',
    'duration',
  ]
  return markdownTable(
    head,
    runs.map(({ name, results }) => [
      name,
      results.rounds,
      results.acknowledged,
      results.unconfirmed,
      results.interrupted,
      ...violationKinds.map((kind) => results.violations[kind].length),
      seconds(results.slowestReady),
      `${results.seconds.toFixed(0)} s`,
    ]),
  )
}

export interface DrainRun {
  drain: DrainResult
  results: Results
}

export function drainTable(runs: DrainRun[]): string {
  const head = ['SIGTERM', 'streams', 'completed', 'interrupted', 'violations', 'exit codes', 'exited after, at most']
  const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
  const rows = [...Map.groupBy(runs, ({ drain }) => drain.hasEndless)].map(([hasEndless, group]) => {
    const drains = group.map(({ drain }) => drain)
    return [
      `${drains.length} × ${hasEndless ? 'half of the replies take a minute' : 'replies take 4 s'}`,
      drains[0]?.streams ?? 0,
      sum(drains.map(({ completed }) => completed)),
      sum(drains.map(({ interrupted }) => interrupted)),
      sum(group.map(({ results }) => results.violationCount)),
      [...new Set(drains.map(({ exitCode }) => exitCode ?? 'none'))].join(', '),
      `${Math.max(...drains.map(({ seconds }) => seconds)).toFixed(1)} s`,
    ]
  })
  return markdownTable(head, rows)
}

/** The violations of a run; for a control, the absence of lost data. */
export function findFailures({ name, results, isControl }: CrashRun): string[] {
  if (isControl) {
    return results.violations.lost.length > 0 ? [] : [`${name}: the control lost no data, so the test proves nothing`]
  }
  const slow = results.slowestReady >= maxReadyMs ? [`${name}: a restart took ${seconds(results.slowestReady)}`] : []
  return [...slow, ...listViolations(name, results)]
}

export function listViolations(name: string, results: Results): string[] {
  return violationKinds.flatMap((kind) => {
    const found = results.violations[kind]
    const rest = found.length > maxPrinted ? [`${name}, ${kind}: ${found.length - maxPrinted} more`] : []
    return [...found.slice(0, maxPrinted).map((message) => `${name}, ${kind}: ${message}`), ...rest]
  })
}
