import type { Context, Queryable } from '#server/core/context.ts'
import { JobQueue } from '#server/core/jobs/job-queue.ts'
import { saveJob } from '#server/core/jobs/queries.ts'
import { fingerprint } from '../password.ts'
import { findMailAccount } from '../queries.ts'
import { sealToken } from '../sealed-tokens.ts'
import { type MailType, writeMail } from './mails.ts'

interface Mail {
  type: MailType
  userId: string
  /** In place of the account's confirmed address. */
  email?: string
}

const lifetimes = { reset: 30 * 60_000, confirm: 24 * 60 * 60_000 }

/**
 * Queues a mail as a part of the transaction of what it tells. Nothing happens where the operator has no mail server. One
 * account has one mail of a type in the queue.
 */
export async function queueMail({ env, clock }: Context, trx: Queryable, mail: Mail): Promise<void> {
  if (env.mail === null) return
  await saveJob(trx, { kind: 'mail', key: `${mail.type} ${mail.userId}`, payload: mail, now: clock.now() })
}

/** Sends what is queued, again after a failure: six times in two hours. A link is made when its mail is sent, and stored nowhere. */
export function createMailQueue(context: Context): JobQueue<Mail> {
  return new JobQueue<Mail>(context, {
    kind: 'mail',
    maxRunning: 2,
    maxAttempts: 6,
    run: ({ payload }) => send(context, payload),
  })
}

async function send(context: Context, { type, userId, email }: Mail): Promise<void> {
  const { mail } = context.env
  const account = await findMailAccount(context.db, userId)
  const to = email ?? account?.email
  if (!mail || !account || !to) return
  const data = type === 'reset' ? { userId, password: fingerprint(account.password_hash) } : { userId, email: to }
  const isLink = type === 'reset' || type === 'confirm'
  const link = isLink ? `${mail.page}#${type}=${sealToken(context, type, data, lifetimes[type])}` : null
  const { createTransport } = await import('nodemailer')
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }
  const transport = createTransport({ url: mail.url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  try {
    await transport.sendMail({
      from: mail.from,
      to: { name: '', address: to },
      ...writeMail(type, account.username, link),
    })
  } catch (error) {
    const { code, responseCode } = error as { code?: string; responseCode?: number }
    // The error itself has the address and the mail.
    throw new Error(`the mail server refused a mail: ${code ?? ''} ${responseCode ?? ''}`)
  } finally {
    transport.close()
  }
}
