import { markdownTable } from '#tests/support/table.ts'
import { breaches, type Tally } from './crash/tally.ts'
import type { Drained } from './drain.ts'

export interface Finished {
  name: string
  tally: Tally
  /** Set where durability was taken away on purpose: here the test must find losses. */
  control: boolean
}

/** A server must be back within this, in milliseconds. */
const readyWithin = 5_000
/** How many of each kind of breach are told in full. */
const told = 5

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

export function crashTable(runs: Finished[]): string {
  const head = ['killed', 'rounds', 'acknowledged', 'in doubt', 'broken off', ...breaches, 'slowest ready', 'took']
  return markdownTable(
    head,
    runs.map(({ name, tally }) => [
      name,
      tally.rounds,
      tally.acknowledged,
      tally.inDoubt,
      tally.interrupted,
      ...breaches.map((kind) => tally.broken[kind].length),
      seconds(tally.slowestReady),
      `${tally.seconds.toFixed(0)} s`,
    ]),
  )
}

export function drainTable(runs: { name: string; drained: Drained; tally: Tally }[]): string {
  const head = ['asked to stop', 'streams', 'finished', 'broken off and kept', 'breaches', 'exit code', 'left after']
  return markdownTable(
    head,
    runs.map(({ name, drained, tally }) => [
      name,
      drained.streams,
      drained.finished,
      drained.brokenOff,
      tally.breaches,
      drained.exitCode ?? 'none',
      `${drained.seconds.toFixed(1)} s`,
    ]),
  )
}

/** What a run that should have held did not hold, and a control that found nothing. */
export function failuresOf({ name, tally, control }: Finished): string[] {
  if (control) {
    return tally.broken.lost.length > 0 ? [] : [`${name}: nothing was lost, so this test proves nothing here`]
  }
  const late = tally.slowestReady >= readyWithin ? [`${name}: ready only after ${seconds(tally.slowestReady)}`] : []
  return [...late, ...breachesOf(name, tally)]
}

export function breachesOf(name: string, tally: Tally): string[] {
  return breaches.flatMap((kind) => {
    const found = tally.broken[kind]
    const rest = found.length > told ? [`${name}, ${kind}: and ${found.length - told} more`] : []
    return [...found.slice(0, told).map((sentence) => `${name}, ${kind}: ${sentence}`), ...rest]
  })
}
