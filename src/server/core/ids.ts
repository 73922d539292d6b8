import { randomBytes, randomFillSync } from 'node:crypto'
import type { Clock } from './clock.ts'

/** The only place the server draws chance. */
export interface Ids {
  /** A UUIDv7 (RFC 9562 §5.7): sorts by time, and strictly within this process. */
  uuid(): string
  /** `bytes` of chance, base64url. */
  secret(bytes: number): string
  /** A number in [0, 1). */
  chance(): number
}

/** Chance drawn in advance, for what is no secret: a draw of its own costs more than the bytes. */
function createRandomPool(): (bytes: number) => Buffer {
  const pool = Buffer.alloc(4096)
  let at = pool.length
  return (bytes) => {
    if (at + bytes > pool.length) {
      randomFillSync(pool)
      at = 0
    }
    at += bytes
    return pool.subarray(at - bytes, at)
  }
}

export function createIds(clock: Clock): Ids {
  const draw = createRandomPool()
  let last = 0
  let sequence = 0
  return {
    uuid() {
      const now = clock.now()
      if (now > last) {
        last = now
        sequence = draw(2).readUInt16BE() & 0x7ff
      } else {
        sequence += 1
        if (sequence > 0xfff) {
          last += 1
          sequence = 0
        }
      }
      const bytes = draw(16)
      bytes.writeUIntBE(last, 0, 6)
      bytes.writeUInt16BE(0x7000 | sequence, 6)
      bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
      const hex = bytes.toString('hex')
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
    },
    secret: (bytes) => randomBytes(bytes).toString('base64url'),
    chance: () => draw(4).readUInt32BE() / 2 ** 32,
  }
}
