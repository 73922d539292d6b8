import { createHash } from 'node:crypto'

/** Crockford's base 32: no letter that is taken for a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const groupLength = 4

/** A code of 140 bits in seven groups of four, out of at least 28 bytes of chance. */
export function writeRecoveryCode(chance: Uint8Array): string {
  const letters = Array.from({ length: groups * groupLength }, (_, place) => alphabet[(chance[place] ?? 0) % 32])
  return Array.from({ length: groups }, (_, group) =>
    letters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

/** What is kept of a code. It is typed by hand: case, spaces and hyphens do not matter, nor O for 0 and I or L for 1. */
export function hashRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(code).digest('hex')
}
