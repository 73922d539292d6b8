import { call } from '#client/lib/http.ts'
import type { OidcResult } from '#shared/sign-in.ts'

let answer: Promise<OidcResult> | null = null

/** Sends the server what the provider has answered in the address of this page, which becomes that of home. It works once. */
export function finishOidc(): Promise<OidcResult> {
  answer ??= call('POST /api/auth/oidc/callback', { body: { query: window.location.search } })
  // The answer does not stay in the history.
  window.history.replaceState(null, '', '/')
  return answer
}
