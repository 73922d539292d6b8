import { systemClock } from '#server/core/clock.ts'
import type { InstanceEnd } from './instance-part.ts'

const number = (count: number) => count.toLocaleString('en')
const plural = (count: number, one: string) => `${number(count)} ${one}${count === 1 ? '' : 's'}`

/** What an instance has, in words, for the end of a command. */
export function describeInstance({ tables, pictures, missingPictures }: InstanceEnd): string {
  const of = (table: string) => tables[table]?.rows ?? 0
  const all = Object.values(tables)
  const rows = all.reduce((total, table) => total + table.rows, 0)
  const missing =
    missingPictures > 0
      ? `\n${plural(missingPictures, 'picture')} of the database cannot be found in the storage of pictures.`
      : ''
  return `${plural(of('users'), 'account')}, ${plural(of('characters'), 'character')}, ${plural(of('conversations'), 'conversation')}, ${plural(of('messages'), 'message')} (in all ${plural(rows, 'row')} of ${all.length} tables) and ${plural(pictures, 'picture')}.${missing}`
}

/** "2 minutes 5 seconds". */
export function describeTime(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1_000))
  const minutes = Math.floor(seconds / 60)
  return [minutes > 0 && plural(minutes, 'minute'), plural(seconds % 60, 'second')].filter(Boolean).join(' ')
}

export const describeBytes = (bytes: number) => `${number(Math.ceil(bytes / 1_000_000))} MB`

/** Milliseconds between two lines about the progress. */
const progressInterval = 5_000

/** Prints how many rows were written, now and then. */
export function printProgress(print: (line: string) => void): (rows: number) => void {
  let printedAt = systemClock.elapsed()
  return (rows) => {
    if (systemClock.elapsed() - printedAt < progressInterval) return
    printedAt = systemClock.elapsed()
    print(`${plural(rows, 'row')} written`)
  }
}
