import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { call } from '#client/lib/http.ts'
import type { User } from '#shared/accounts.ts'
import type { PasskeyChallenge } from '#shared/sign-in.ts'

const load = () => import('@simplewebauthn/browser')

/** Browsers have passkeys for sites with a name, over https or on this machine. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(window.location.hostname)

/** Starts a session with a passkey. Null when the user has closed the question of the browser. */
export async function proveWithPasskey(): Promise<User | null> {
  return answer(await call('POST /api/auth/passkey/options'), false)
}

/**
 * Lets the browser offer passkeys in a field with `autocomplete="username webauthn"`, where it can. Null when none was
 * chosen before `endPasskeyOffer` or another question. Nobody has asked for it: it fails only if the chosen one is refused.
 */
export async function offerPasskeys(): Promise<User | null> {
  if (!canUsePasskeys()) return null
  const library = await load().catch(() => null)
  if (!(await library?.browserSupportsWebAuthnAutofill())) return null
  const challenge = await call('POST /api/auth/passkey/options').catch(() => null)
  return challenge && answer(challenge, true)
}

export const endPasskeyOffer = () =>
  load().then(
    ({ WebAuthnAbortService }) => WebAuthnAbortService.cancelCeremony(),
    () => {},
  )

async function answer({ options, token }: PasskeyChallenge, useBrowserAutofill: boolean): Promise<User | null> {
  const { startAuthentication } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialRequestOptionsJSON
  const response = await startAuthentication({ optionsJSON, useBrowserAutofill }).catch((error: Error) =>
    useBrowserAutofill ? null : nullIfClosed(error),
  )
  return response && (await call('POST /api/auth/passkey', { body: { token, response: { ...response } } })).user
}

/** Adds a passkey of this device. False when the user has closed the question of the browser. */
export async function addPasskey({ options, token }: PasskeyChallenge): Promise<boolean> {
  const { startRegistration } = await load()
  const optionsJSON = options as unknown as PublicKeyCredentialCreationOptionsJSON
  const response = await startRegistration({ optionsJSON }).catch(nullIfClosed)
  if (response) await call('POST /api/auth/passkeys', { body: { token, response: { ...response } } })
  return response !== null
}

function nullIfClosed(error: Error): null {
  if (error.name === 'NotAllowedError' || error.name === 'AbortError') return null
  throw error
}
