import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatRecoveryCode, hashRecoveryCode } from './recovery-codes.ts'

describe('recovery codes', () => {
  it('are seven groups of four unambiguous letters and digits', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(formatRecoveryCode(randomBytes(28))).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    }
  })

  it('depend on every random byte', () => {
    const bytes = Buffer.alloc(28)
    const codes = new Set([formatRecoveryCode(bytes)])
    for (let index = 0; index < 28; index += 1) {
      for (let value = 1; value < 32; value += 1) {
        const other = Buffer.from(bytes)
        other[index] = value
        codes.add(formatRecoveryCode(other))
      }
    }
    expect(codes.size).toBe(1 + 28 * 31)
  })

  it('match whatever the case, spacing and look-alike letters they are typed with', () => {
    const code = '0123-4567-89AB-CDEF-GHJK-MNPQ-RSTV'
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ''),
      ` ${code.replaceAll('-', ' – ')} `,
      code.replace('0', 'O').replace('1', 'l'),
      code.replace('0', 'o').replace('1', 'I'),
    ]) {
      expect(hashRecoveryCode(typed), typed).toBe(hashRecoveryCode(code))
    }
    expect(hashRecoveryCode(`${code}X`)).not.toBe(hashRecoveryCode(code))
  })
})
