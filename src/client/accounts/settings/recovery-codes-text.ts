import type { RecoveryCodes } from '#shared/accounts.ts'

/** The codes as a note to oneself. */
export function recoveryCodesText({ codes }: RecoveryCodes, username: string, madeOn: string): string {
  return [
    `Troupe recovery codes for ${username}`,
    `Made on ${madeOn}. Each works once, under "Forgot your password?" at the login.`,
    '',
    ...codes,
    '',
  ].join('\n')
}
