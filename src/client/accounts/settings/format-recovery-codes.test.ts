import { expect, it } from 'vitest'
import { formatRecoveryCodes } from './format-recovery-codes.ts'

it('names the account and lists one code per line', () => {
  const codes = ['AAAA-BBBB', 'CCCC-DDDD']
  expect(formatRecoveryCodes('The Lantern Room', 'pat', { codes, createdAt: 0 }, '21 November 2026')).toBe(
    `The Lantern Room: recovery codes for pat
Made on 21 November 2026. Each works once, under "Forgot your password?" at the login.

AAAA-BBBB
CCCC-DDDD
`,
  )
})
