import { createServer } from 'node:http'
import Provider from 'oidc-provider'
import { serve } from './serve.ts'

/** A certified OpenID provider on loopback. Whoever writes a name in its login form has it. */
export async function startRealOidc(redirectUri: string) {
  let handle: Parameters<typeof createServer>[1]
  const server = createServer((request, response) => handle?.(request, response as never))
  const { url: issuer, close } = await serve(server)
  const client = { client_id: 'troupe', client_secret: 'secret-of-the-client', redirect_uris: [redirectUri] }
  const findAccount = (_: unknown, id: string) => ({
    accountId: id,
    claims: () => ({ sub: id, preferred_username: id }),
  })
  const provider = new Provider(issuer, {
    clients: [client],
    findAccount,
    claims: { openid: ['sub'], profile: ['preferred_username'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the tests'] },
    pkce: { required: () => true },
  })
  handle = provider.callback() as typeof handle

  return {
    issuer,
    /** Goes through the provider's pages as a browser does. Returns the query with which it comes back. */
    async logIn(url: string, name: string): Promise<string> {
      const cookies = new Map<string, string>()
      let next = url
      let form: URLSearchParams | null = null
      for (let step = 0; step < 12; step += 1) {
        const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ')
        const init: RequestInit = form ? { method: 'POST', body: form } : {}
        const response = await fetch(next, { ...init, headers: { cookie }, redirect: 'manual' })
        for (const set of response.headers.getSetCookie()) {
          const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
          cookies.set(key, value)
        }
        const location = response.headers.get('location')
        form = null
        if (location) next = new URL(location, next).href
        else {
          const [, prompt = ''] = /name="prompt" value="(\w+)"/.exec(await response.text()) ?? []
          form = new URLSearchParams({ prompt, login: name, password: 'any' })
        }
        if (next.startsWith(redirectUri)) return new URL(next).search
      }
      throw new Error('The provider did not send the browser back.')
    },
    close,
  }
}
