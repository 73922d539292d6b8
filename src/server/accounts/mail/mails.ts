import { escapeHtml } from '#shared/escape-html.ts'

/** What a mail says. Nothing of it is written by users, but for the username in its text. */
export const mails = {
  confirm: {
    subject: 'Confirm your email address',
    text: 'Open this link to confirm that this is your address. It works for 24 hours. If you did not ask for this, ignore this mail.',
  },
  reset: {
    subject: 'Set a new password',
    text: 'Open this link to set a new password. It works once, for 30 minutes. If you did not ask for this, ignore this mail: nothing has changed.',
  },
  'password-changed': {
    subject: 'Your password was changed',
    text: 'The password of your account was changed. If this was not you, set a new one with "Forgot your password?" at the login.',
  },
  'login-added': {
    subject: 'A new way to log in was added',
    text: 'A passkey or a login of another service was added to your account. If this was not you, remove it under Account and change your password.',
  },
  'email-changed': {
    subject: 'Your email address was changed',
    text: 'This address no longer belongs to your account. If this was not you, change your password now and look at the addresses under Account.',
  },
  'payment-failed': {
    subject: 'A payment for your subscription failed',
    text: 'The payment for your subscription did not go through. Please look at your payment method under Account: Premium ends if it keeps failing.',
  },
} as const
export type MailType = keyof typeof mails

/** A mail as text and as HTML. `link`: the address that it is about. */
export function writeMail(type: MailType, username: string, link: string | null) {
  const { subject, text } = mails[type]
  const greeting = `Hello ${username},`
  const address = link === null ? '' : `<p><a href="${escapeHtml(link)}">${escapeHtml(link)}</a></p>`
  return {
    subject,
    text: [greeting, text, ...(link === null ? [] : [link])].join('\n\n'),
    html: `<p>${escapeHtml(greeting)}</p><p>${escapeHtml(text)}</p>${address}`,
  }
}
