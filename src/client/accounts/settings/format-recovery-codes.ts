import type { RecoveryCodes } from '#shared/accounts.ts'

export function formatRecoveryCodes({ codes }: RecoveryCodes, username: string, createdOn: string): string {
  return [
    `Troupe recovery codes for ${username}`,
    `Made on ${createdOn}. Each works once, under "Forgot your password?" at the login.`,
    '',
    ...codes,
    '',
  ].join('\n')
}
