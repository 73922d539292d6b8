import { createHash } from 'node:crypto'

/** Crockford's base 32: no letter that looks like a digit. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const groups = 7
const groupLength = 4

/** Formats at least 28 random bytes as a code of 140 bits in seven groups of four characters. */
export function formatRecoveryCode(randomBytes: Uint8Array): string {
  const characters = Array.from(
    { length: groups * groupLength },
    (_, index) => alphabet[(randomBytes[index] ?? 0) % 32],
  )
  return Array.from({ length: groups }, (_, group) =>
    characters.slice(group * groupLength, (group + 1) * groupLength).join(''),
  ).join('-')
}

/** The hash that is stored. Case, spaces and hyphens do not matter, and O counts as 0, I and L as 1. */
export function hashRecoveryCode(typed: string): string {
  const code = typed
    .toUpperCase()
    .replaceAll(/[^0-9A-Z]/g, '')
    .replaceAll('O', '0')
    .replaceAll(/[IL]/g, '1')
  return createHash('sha256').update(code).digest('hex')
}
