import type { ApiResponse, TestApp } from './test-app.ts'

/** Requests with all cookies that the server has set, as a browser sends them. */
export class BrowserSession {
  readonly cookies = new Map<string, string>()
  readonly #app: TestApp

  constructor(app: TestApp) {
    this.#app = app
  }

  async request<T>(method: string, path: string, body?: unknown): Promise<ApiResponse<T>> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const response = await fetch(new URL(path, this.#app.url), {
      method,
      headers: { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) },
      body: body === undefined ? undefined : JSON.stringify(body),
    })
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      if (value === '') this.cookies.delete(name)
      else this.cookies.set(name, value)
    }
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text ? JSON.parse(text) : null) as T }
  }

  async post<T>(path: string, body?: unknown): Promise<T> {
    const response = await this.request<T>('POST', path, body)
    if (response.status >= 400) throw new Error(`${response.status}: ${JSON.stringify(response.body)}`)
    return response.body
  }
}
