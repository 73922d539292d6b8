import type { Context, Queryable } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import { deleteExpiredTokens, insertUsedToken } from './queries.ts'

interface Sealed<Data> {
  id: string
  data: Data
  expiresAt: number
}

/**
 * Tokens that carry their own data, encrypted and authenticated with the secret that all instances share: any instance can
 * read what another one has issued, and nothing is stored before a token is used. `purpose`: a token of another one is void.
 */
export class SealedTokens {
  readonly #context: Context
  readonly #box: SecretBox

  constructor(context: Context, box: SecretBox) {
    this.#context = context
    this.#box = box
  }

  issue(purpose: string, data: object, lifetime: number): string {
    const { ids, clock } = this.#context
    const sealed: Sealed<object> = { id: ids.secret(16), data, expiresAt: clock.now() + lifetime }
    return this.#box.encrypt(JSON.stringify(sealed), purpose)
  }

  isValid(purpose: string, token: string): boolean {
    return this.#open(purpose, token) !== null
  }

  /** Uses a token up. Null when it is forged, expired or was used before. Of two requests at once, one gets the data. */
  async redeem<Data>(db: Queryable, purpose: string, token: string | undefined): Promise<Data | null> {
    const sealed = this.#open<Data>(purpose, token)
    if (!sealed) return null
    await deleteExpiredTokens(db, this.#context.clock.now())
    return (await insertUsedToken(db, { id: sealed.id, expires_at: sealed.expiresAt })) ? sealed.data : null
  }

  #open<Data>(purpose: string, token: string | undefined): Sealed<Data> | null {
    const text = token ? this.#box.decrypt(token, purpose) : null
    const sealed = text === null ? null : (JSON.parse(text) as Sealed<Data>)
    return sealed && sealed.expiresAt > this.#context.clock.now() ? sealed : null
  }
}
