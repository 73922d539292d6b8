import { createHash, createHmac, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'
import { serve } from './serve.ts'

const base64url = (data: string | Buffer) => Buffer.from(data).toString('base64url')
const keyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 })
const [ownKey, otherKey] = [keyPair(), keyPair()]

export interface TokenChanges {
  /** Undefined removes a claim. */
  claims?: Record<string, unknown>
  header?: Record<string, unknown>
  key?: 'own' | 'other' | 'secret' | 'public-key-as-secret' | 'none'
  /** Changes the signed token. */
  cut?: (token: string) => string | undefined
  /** Answers with this status in place of a token. */
  status?: number
}

/**
 * An OpenID provider that refuses every request which is not exactly right, and whose answers a test can falsify. `subject`
 * is who logs in.
 */
export async function startStrictOidc(clientId: string, clientSecret: string, redirectUri: string) {
  const codes = new Map<string, { challenge: string; nonce: string; subject: string; changes: TokenChanges }>()
  let issuer = ''
  const issued: string[] = []

  function createToken({ nonce, subject, changes }: { nonce: string; subject: string; changes: TokenChanges }) {
    const now = Math.floor(Date.now() / 1000)
    const claims = { iss: issuer, sub: subject, aud: clientId, iat: now, exp: now + 300, nonce, ...changes.claims }
    const header = { alg: 'RS256', kid: 'own', ...changes.header }
    const content = `${base64url(JSON.stringify(header))}.${base64url(JSON.stringify(claims))}`
    const publicKey = ownKey.publicKey.export({ type: 'spki', format: 'pem' })
    const signatures = {
      own: () => sign('sha256', Buffer.from(content), ownKey.privateKey),
      other: () => sign('sha256', Buffer.from(content), otherKey.privateKey),
      secret: () => createHmac('sha256', clientSecret).update(content).digest(),
      'public-key-as-secret': () => createHmac('sha256', publicKey).update(content).digest(),
      none: () => Buffer.alloc(0),
    }
    const token = `${content}.${base64url(signatures[changes.key ?? 'own']())}`
    return changes.cut ? changes.cut(token) : token
  }

  const server = createServer(async (request, response) => {
    const answer = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (request.url === '/.well-known/openid-configuration') {
      return answer(200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/jwks`,
        response_types_supported: ['code'],
        subject_types_supported: ['public'],
        // A careless provider: the client must not take the weak ones.
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'],
        code_challenge_methods_supported: ['S256', 'plain'],
        authorization_response_iss_parameter_supported: true,
      })
    }
    if (request.url === '/jwks') {
      const jwk = ownKey.publicKey.export({ format: 'jwk' })
      return answer(200, { keys: [{ ...jwk, kid: 'own', use: 'sig', alg: 'RS256' }] })
    }
    let text = ''
    for await (const chunk of request) text += chunk
    const form = new URLSearchParams(text)
    const code = codes.get(form.get('code') ?? '')
    codes.delete(form.get('code') ?? '')
    const [, basic = ''] = /^Basic (.*)$/.exec(request.headers.authorization ?? '') ?? []
    const credentials = Buffer.from(basic, 'base64').toString().split(':').map(decodeURIComponent)
    if (credentials.join(' ') !== `${clientId} ${clientSecret}`) return answer(401, { error: 'invalid_client' })
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url')
    const isValid = form.get('grant_type') === 'authorization_code' && form.get('redirect_uri') === redirectUri
    if (!code || !isValid || challenge !== code.challenge) return answer(400, { error: 'invalid_grant' })
    if (code.changes.status) return answer(code.changes.status, {})
    const idToken = createToken(code)
    if (idToken) issued.push(idToken)
    return answer(200, { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken })
  })
  const { url: origin, close } = await serve(server)
  issuer = origin

  return {
    issuer,
    /** The codes and tokens of all logins, which no log may have. */
    issued,
    /** What the provider's page does: checks the request, and answers with the query of the page to come back to. */
    authorize(url: string, subject: string, changes: TokenChanges = {}): Record<string, string> {
      const { origin, pathname, searchParams } = new URL(url)
      const { state = '', nonce = '', code_challenge: challenge = '', ...fixed } = Object.fromEntries(searchParams)
      const expected = {
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope: 'openid profile',
        code_challenge_method: 'S256',
      }
      const isRight = JSON.stringify(Object.entries(fixed).sort()) === JSON.stringify(Object.entries(expected).sort())
      const isSecret = [state, nonce, challenge].every((value) => /^[\w-]{43,}$/.test(value))
      if (origin + pathname !== `${issuer}/authorize` || !isRight || !isSecret) throw new Error(`Not a request: ${url}`)
      const code = randomUUID()
      codes.set(code, { challenge, nonce, subject, changes })
      issued.push(code)
      return { code, state, iss: issuer }
    },
    close,
  }
}
