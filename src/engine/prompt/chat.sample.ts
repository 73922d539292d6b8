import { seededRandom } from '../seeded-random.ts'
import type { HistoryLine } from './input.ts'

const words =
  'harbour lantern tide chart rope bell parrot storm quiet island captain letter salt map river candle window door stranger promise'.split(
    ' ',
  )

/** Prose of so many words, the same for the same seed. */
export function sampleProse(seed: string, count: number): string {
  const random = seededRandom(seed)
  const some = Array.from({ length: count }, () => words[Math.floor(random() * words.length)])
  return `*${some.slice(0, count >> 2).join(' ')}.* "${some.slice(count >> 2).join(' ')}."`
}

/** A chat of so many lines, the player first: short lines from the player, long ones from the character. */
export function sampleChat(lines: number, seed = 'chat'): HistoryLine[] {
  const random = seededRandom(seed)
  return Array.from({ length: lines }, (_, at) => {
    const role = at % 2 === 0 ? 'user' : 'character'
    const size = Math.floor(role === 'user' ? 10 + random() * 50 : 80 + random() * 120)
    return { id: `m${at}`, role, content: sampleProse(`${seed} ${at}`, size) }
  })
}
