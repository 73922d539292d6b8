import type { RecoveryCodes } from '#shared/accounts.ts'

export function formatRecoveryCodes(
  site: string,
  username: string,
  { codes }: RecoveryCodes,
  createdOn: string,
): string {
  return [
    `${site}: recovery codes for ${username}`,
    `Made on ${createdOn}. Each works once, under "Forgot your password?" at the login.`,
    '',
    ...codes,
    '',
  ].join('\n')
}
