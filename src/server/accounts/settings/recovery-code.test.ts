import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { hashRecoveryCode, writeRecoveryCode } from './recovery-code.ts'

describe('a recovery code', () => {
  it('is seven groups of four letters and digits that are not mistaken for each other', () => {
    for (let round = 0; round < 200; round += 1) {
      expect(writeRecoveryCode(randomBytes(28))).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/)
    }
  })

  it('uses all the chance it is given', () => {
    const chance = Buffer.alloc(28)
    const codes = new Set([writeRecoveryCode(chance)])
    for (let place = 0; place < 28; place += 1) {
      for (let value = 1; value < 32; value += 1) {
        const other = Buffer.from(chance)
        other[place] = value
        codes.add(writeRecoveryCode(other))
      }
    }
    expect(codes.size).toBe(1 + 28 * 31)
  })

  it('is the same however it is typed', () => {
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
