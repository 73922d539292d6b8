import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { formatRecoveryCode, hashRecoveryCode } from './recovery-codes.ts'

describe('recovery codes', () => {
  it('are seven groups of four unambiguous letters and digits', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(formatRecoveryCode(randomBytes(28))).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    }
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
