import { randomBytes, randomInt, randomUUID } from 'node:crypto'
import type { Clock } from './clock.ts'

/** The server draws randomness only here. */
export interface Ids {
  /** A UUIDv7 (RFC 9562 §5.7). Ids sort by time; within this process each is greater than the one before. */
  uuid(): string
  /** `bytes` random bytes, as base64url. */
  secret(bytes: number): string
  /** A random number in [0, 1). */
  random(): number
}

const timeOf = (id: string) => Number.parseInt(id.replace('-', '').slice(0, 12), 16) || 0

/** `newest`: an id of an earlier process. New ids are greater, even when the clock was set back since. */
export function createIds(clock: Clock, newest?: string): Ids {
  // The sequence of that millisecond is not known: the next one begins.
  let last = newest === undefined ? 0 : timeOf(newest) + 1
  let sequence = 0
  return {
    uuid() {
      const now = clock.now()
      if (now > last) {
        last = now
        sequence = randomInt(0x800)
      } else {
        sequence += 1
        if (sequence > 0xfff) {
          last += 1
          sequence = 0
        }
      }
      const time = last.toString(16).padStart(12, '0')
      // The random half, with its variant, is the one of a UUIDv4, of which Node draws many at once.
      const random = randomUUID().slice(19)
      return `${time.slice(0, 8)}-${time.slice(8)}-7${sequence.toString(16).padStart(3, '0')}-${random}`
    },
    secret: (bytes) => randomBytes(bytes).toString('base64url'),
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  }
}
