import { expect, it } from 'vitest'
import { recoveryCodesText } from './recovery-codes-text.ts'

it('has every code on a line of its own, and says whose they are and what for', () => {
  const codes = ['AAAA-BBBB', 'CCCC-DDDD']
  expect(recoveryCodesText({ codes, createdAt: 0 }, 'pat', '21 November 2026')).toBe(
    `Troupe recovery codes for pat
Made on 21 November 2026. Each works once, under "Forgot your password?" at the login.

AAAA-BBBB
CCCC-DDDD
`,
  )
})
