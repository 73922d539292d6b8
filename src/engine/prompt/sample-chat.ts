import { seededRandom } from '../seeded-random.ts'
import type { HistoryMessage } from './input.ts'

const words =
  'harbour lantern tide chart rope bell parrot storm quiet island captain letter salt map river candle window door stranger promise'.split(
    ' ',
  )

/**
 * A text of `count` words, the same for the same seed.
 *
 * @example
 * sampleProse('a', 8) === sampleProse('a', 8) // true
 */
export function sampleProse(seed: string, count: number): string {
  const random = seededRandom(seed)
  const chosen = Array.from({ length: count }, () => words[Math.floor(random() * words.length)])
  return `*${chosen.slice(0, count >> 2).join(' ')}.* "${chosen.slice(count >> 2).join(' ')}."`
}

/**
 * A conversation of `count` messages: short ones of the user, first, and long ones of the character in turn.
 *
 * @example
 * sampleChat(3).map(({ role }) => role) // ['user', 'character', 'user']
 */
export function sampleChat(count: number, seed = 'chat'): HistoryMessage[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, index) => {
    const role = index % 2 === 0 ? 'user' : 'character'
    const size = Math.floor(role === 'user' ? 10 + random() * 50 : 80 + random() * 120)
    return { id: `m${index}`, role, content: sampleProse(`${seed} ${index}`, size) }
  })
}
