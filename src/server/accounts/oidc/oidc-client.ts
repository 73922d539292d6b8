import type { ClientAuth, Configuration } from 'openid-client'
import type { OidcSettings } from '#server/core/env.ts'
import type { Logger } from '#server/core/log.ts'
import { ApiError } from '#server/http/api-error.ts'

/** Seconds for each request to the provider. */
const timeout = 10

/** What a browser takes to the provider and back, in a cookie that only this server can read. */
export interface OidcAttempt {
  state: string
  nonce: string
  codeVerifier: string
  returnTo: string
  /** The account that links a login; null for a login. */
  userId: string | null
}

export interface OidcIdentity {
  issuer: string
  subject: string
  /** How the provider names the user, for a list of logins and as a proposal. It proves nothing. */
  name: string
}

const load = () => import('openid-client')

/** The OpenID provider of this site. Its document is fetched with the first login, and again after a failure. */
export class OidcClient {
  readonly #settings: OidcSettings
  readonly #log: Logger
  #configuration: Promise<Configuration> | null = null

  constructor(settings: OidcSettings, log: Logger) {
    this.#settings = settings
    this.#log = log
  }

  async createUrl({ state, nonce, codeVerifier }: OidcAttempt): Promise<string> {
    const [{ buildAuthorizationUrl, calculatePKCECodeChallenge }, configuration] = [
      await load(),
      await this.#discover(),
    ]
    return buildAuthorizationUrl(configuration, {
      redirect_uri: this.#settings.redirectUri,
      scope: 'openid profile',
      response_type: 'code',
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(codeVerifier),
      code_challenge_method: 'S256',
    }).href
  }

  /** The identity that an answer proves. The library checks the state, the issuer, the code and the signed token. */
  async readIdentity(query: string, { state, nonce, codeVerifier }: OidcAttempt): Promise<OidcIdentity> {
    const { authorizationCodeGrant } = await load()
    const answer = new URL(this.#settings.redirectUri)
    answer.search = query
    const configuration = await this.#discover()
    const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: codeVerifier, idTokenExpected: true }
    try {
      const claims = (await authorizationCodeGrant(configuration, answer, checks)).claims()
      if (!claims) throw new Error('no ID token')
      const name = [claims.preferred_username, claims.name, claims.sub].find((claim) => typeof claim === 'string')
      return { issuer: claims.iss, subject: claims.sub, name: String(name).slice(0, 100) }
    } catch (error) {
      throw this.#describe(error as OidcError)
    }
  }

  async #discover(): Promise<Configuration> {
    const { discovery, allowInsecureRequests, enableNonRepudiationChecks, None } = await load()
    const { issuer, clientId, clientSecret } = this.#settings
    const authenticate = clientSecret === undefined ? None() : await authenticateWith(clientSecret)
    // Without these checks the library trusts the connection and does not verify the signature of an ID token.
    const execute = [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])]
    this.#configuration ??= discovery(new URL(issuer), clientId, {}, authenticate, { execute, timeout })
    try {
      return await this.#configuration
    } catch (error) {
      this.#configuration = null
      throw this.#unavailable(error as OidcError)
    }
  }

  #unavailable(error: OidcError): ApiError {
    // Neither the error itself nor its cause: they hold answers of the provider.
    this.#log.error({ reason: error.message, code: error.code }, 'the OpenID provider does not answer properly')
    const message = `${this.#settings.name} does not answer at the moment. Please try again in a few minutes.`
    return new ApiError('sign_in_unavailable', { message })
  }

  #describe(error: OidcError): ApiError {
    const { name } = this.#settings
    if (error.error === 'access_denied') return signInFailed(`The login at ${name} was cancelled.`)
    if (error.error === 'invalid_grant') {
      return signInFailed(`This answer of ${name} was used before or is too old. Please start again.`)
    }
    const isUnavailable = error.code === undefined || unavailable.has(error.code) || (error.status ?? 0) >= 500
    if (isUnavailable && error.error === undefined) return this.#unavailable(error)
    this.#log.warn({ reason: error.message, code: error.code, error: error.error }, 'a login with OpenID was refused')
    return signInFailed(`The answer of ${name} could not be verified, so you are not logged in. Please start again.`)
  }
}

const unavailable = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'])

type OidcError = Error & { code?: string; error?: string; status?: number }

export const signInFailed = (message?: string) =>
  new ApiError('sign_in_failed', message === undefined ? {} : { message })

/** `client_secret_basic` is what providers support by default. */
async function authenticateWith(clientSecret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await load()
  return (server, ...request) => {
    const supported = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const isBasic = supported.includes('client_secret_basic')
    return (isBasic ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret))(server, ...request)
  }
}
