import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'

export interface ReceivedMail {
  to: string
  /** The headers and the parts, decoded from quoted-printable. */
  raw: string
}

/** A mail server on loopback that takes one recipient a mail. `refuse`: the next mail is refused for the moment. */
export async function startMailServer() {
  const mails: ReceivedMail[] = []
  const state = { refuse: false }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onRcptTo({ address }, { envelope }, done) {
      const isOne = envelope.rcptTo.length === 0 && /^[\w.+-]+@[\w.-]+$/.test(address)
      done(isOne ? null : new Error('one plain recipient, please'))
    },
    onData(stream, { envelope }, done) {
      let raw = ''
      stream.on('data', (chunk: Buffer) => {
        raw += chunk.toString()
      })
      stream.on('end', () => {
        const isRefused = state.refuse
        state.refuse = false
        if (isRefused) return done(Object.assign(new Error('try again later'), { responseCode: 451 }))
        const text = raw
          .replaceAll('=\r\n', '')
          .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
        mails.push({ to: envelope.rcptTo[0]?.address ?? '', raw: text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  return {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails,
    state,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  }
}
