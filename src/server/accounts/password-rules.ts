import type { Context } from '#server/core/context.ts'
import { fieldError } from '#server/http/api-error.ts'
import { authMessages } from '#shared/accounts.ts'

/** The passwords that attackers try first. */
const common = new Set(
  `123456 1234567 12345678 123456789 1234567890 0123456789 987654321 654321 password passw0rd p@ssw0rd qwerty qwerty123
  qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm 1q2w3e 1q2w3e4r 1q2w3e4r5t qazwsx 111111 1111111 11111111 000000 00000000
  222222 333333 444444 555555 666666 777777 7777777 888888 88888888 999999 121212 123123 123123123 112233 123321 696969
  131313 159753 iloveyou monkey dragon letmein football baseball superman batman pokemon sunshine princess welcome trustno1
  starwars whatever azerty motdepasse passwort contrasena zaq12wsx 1qaz2wsx q1w2e3r4 aaaaaa aaaaaaaa`
    .split(/\s+/)
    .filter(Boolean),
)

/** Asserts that a new password is long enough and not a common one; `field` is its name in the form. */
export function assertStrongPassword(context: Context, field: string, password: string): void {
  const min = context.env.passwordMin
  if ([...password].length < min) throw fieldError(field, authMessages.passwordShort(min))
  if (common.has(password.toLowerCase())) throw fieldError(field, authMessages.passwordCommon)
}
