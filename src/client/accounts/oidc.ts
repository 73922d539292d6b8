import { call } from '#client/lib/http.ts'
import type { OidcResult } from '#shared/sign-in.ts'

/** Goes to the page of the OpenID provider, from which the browser comes back to `/sign-in`, and then to `returnTo`. */
export async function logInWithProvider(returnTo: string): Promise<void> {
  leaveFor(await call('POST /api/auth/oidc', { body: { returnTo } }))
}

/** The same, to link a login to the account of this session. */
export async function linkProvider(password: string): Promise<void> {
  leaveFor(await call('POST /api/auth/methods/oidc', { body: { password } }))
}

const leaveFor = ({ url }: { url: string }) => window.location.assign(url)

let answer: Promise<OidcResult> | null = null

/** Sends the server what the provider has answered in the address of this page, which becomes that of home. It works once. */
export function finishOidc(): Promise<OidcResult> {
  answer ??= call('POST /api/auth/oidc/callback', { body: { query: window.location.search } })
  // The answer does not stay in the history.
  window.history.replaceState(null, '', '/')
  return answer
}
