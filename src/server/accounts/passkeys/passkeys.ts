import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { maxPasskeys, type PasskeyChallenge } from '#shared/sign-in.ts'
import { isPastUndo } from '../deletion.ts'
import { queueMail } from '../mail/mail-queue.ts'
import { findMethod, findUserOfMethod, insertMethod, listMethods, recordPasskeyUse } from '../methods/queries.ts'
import { redeemToken, sealToken } from '../sealed-tokens.ts'
import type { Authenticated } from '../sessions/session.ts'

export interface PasskeyDeps {
  context: Context
  ownOrigins: () => ReadonlySet<string>
}

/** How long a challenge can be answered, in milliseconds. */
const lifetime = 5 * 60_000
// Loaded when the first passkey is used: it takes 10 MB.
const load = () => import('@simplewebauthn/server')

const failed = (message = 'This passkey could not be checked. Please try again.') =>
  new ApiError('sign_in_failed', { message })

/** The site to which passkeys belong: its host name, and the origins of its pages. */
function relyingParty({ context, ownOrigins }: PasskeyDeps) {
  const id = new URL(context.env.publicUrl ?? 'http://localhost').hostname
  if (/^[\d.]+$|^\[/.test(id)) throw failed('Passkeys need a site with a name: PUBLIC_URL has an address of numbers.')
  return { id, origins: [...ownOrigins()].filter((origin) => new URL(origin).hostname === id) }
}

export async function beginPasskey(deps: PasskeyDeps, viewer: Viewer): Promise<PasskeyChallenge> {
  const { context } = deps
  const { generateRegistrationOptions } = await load()
  const methods = await listPasskeys(context, viewer.id)
  if (methods.length >= maxPasskeys) throw failed(`An account can have up to ${maxPasskeys} passkeys.`)
  const options = await generateRegistrationOptions({
    rpName: context.settings.site().name,
    rpID: relyingParty(deps).id,
    userName: viewer.username,
    userID: new Uint8Array(Buffer.from(viewer.id)),
    excludeCredentials: methods.map(({ key }) => ({ id: key })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const token = sealToken(context, 'new-passkey', { challenge: options.challenge, userId: viewer.id }, lifetime)
  return { options: { ...options }, token }
}

const listPasskeys = async ({ db }: Context, userId: string) =>
  (await listMethods(db, userId)).filter(({ kind }) => kind === 'passkey')

export async function addPasskey(
  deps: PasskeyDeps,
  viewer: Viewer,
  { token, response, name }: { token: string; response: object; name: string },
): Promise<void> {
  const { context } = deps
  const { verifyRegistrationResponse } = await load()
  const begun = await redeemToken<{ challenge: string; userId: string }>(context, context.db, 'new-passkey', token)
  if (begun?.userId !== viewer.id) throw failed('This took longer than five minutes. Please try again.')
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(deps)
  const given = response as RegistrationResponseJSON
  const expected = { expectedChallenge: begun.challenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  const { registrationInfo } = await verifyRegistrationResponse({ response: given, ...expected }).catch(refuse(context))
  if (!registrationInfo) throw failed()
  const { id: key, publicKey, counter } = registrationInfo.credential
  const method = {
    id: context.ids.uuid(),
    kind: 'passkey' as const,
    key,
    user_id: viewer.id,
    name,
    public_key: Buffer.from(publicKey).toString('base64url'),
    counter,
    created_at: context.clock.now(),
  }
  await context.transact(async (trx) => {
    if (!(await insertMethod(trx, method))) throw failed('This passkey is in use already.')
    await queueMail(context, trx, { type: 'login-added', userId: viewer.id })
  })
}

export async function beginPasskeyLogin(deps: PasskeyDeps): Promise<PasskeyChallenge> {
  const { generateAuthenticationOptions } = await load()
  const options = await generateAuthenticationOptions({ rpID: relyingParty(deps).id, userVerification: 'required' })
  return {
    options: { ...options },
    token: sealToken(deps.context, 'passkey-login', { challenge: options.challenge }, lifetime),
  }
}

/** The account of the passkey that has signed the challenge. */
export async function logInWithPasskey(
  deps: PasskeyDeps,
  { token, response }: { token: string; response: object },
): Promise<Authenticated> {
  const { context } = deps
  const { db, clock } = context
  const { verifyAuthenticationResponse } = await load()
  const begun = await redeemToken<{ challenge: string }>(context, db, 'passkey-login', token)
  if (!begun) throw failed('This took longer than five minutes. Please try again.')
  const given = response as AuthenticationResponseJSON
  const key = String(given.id)
  const [passkey, owner] = [await findMethod(db, 'passkey', key), await findUserOfMethod(db, 'passkey', key)]
  if (!passkey?.public_key || !owner || isPastUndo(owner, clock.now())) {
    throw failed('No account here has this passkey. It may have been removed in the settings.')
  }
  const { id: expectedRPID, origins: expectedOrigin } = relyingParty(deps)
  const counter = Number(passkey.counter)
  const publicKey = new Uint8Array(Buffer.from(passkey.public_key, 'base64url'))
  const expected = { expectedChallenge: begun.challenge, expectedOrigin, expectedRPID, requireUserVerification: true }
  const credential = { id: key, publicKey, counter }
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: given,
    credential,
    ...expected,
  }).catch(refuse(context))
  if (!verified) throw failed()
  // Of a passkey and its copy, whose counters are the same, one logs in.
  const isUsed = await recordPasskeyUse(db, key, { from: counter, to: authenticationInfo.newCounter, now: clock.now() })
  if (!isUsed) throw failed()
  const { password_hash: passwordHash, ...account } = owner
  return { account, passwordHash }
}

/** The library throws for whatever is wrong with an answer of a browser. */
const refuse = (context: Context) => (error: Error) => {
  context.log.warn({ reason: error.message }, 'a passkey was refused')
  throw failed()
}
