import { randomBytes } from 'node:crypto'
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
        sequence = randomBytes(2).readUInt16BE() & 0x7ff
      } else {
        sequence += 1
        if (sequence > 0xfff) {
          last += 1
          sequence = 0
        }
      }
      const bytes = randomBytes(16)
      bytes.writeUIntBE(last, 0, 6)
      bytes.writeUInt16BE(0x7000 | sequence, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
    secret: (bytes) => randomBytes(bytes).toString('base64url'),
    random: () => randomBytes(4).readUInt32BE() / 2 ** 32,
  }
}
