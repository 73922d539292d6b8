import { createRetryError, type Log, Refusal, tryUntilAnswered } from './try-until-answered.ts'

interface JsonRequest {
  log: Log
  /** What the log calls the request. Its address may have a token. */
  name: string
  url: string
  method?: string
  headers?: Record<string, string>
  body?: object | undefined
  /** Seconds until an answer counts as lost. */
  timeout?: number
}

/** What the services say of an error, each in its words. */
interface ErrorBody {
  message?: string
  description?: string
  error?: string
  retry_after?: number
  retry_after_ms?: number
  parameters?: { retry_after?: number }
}

/** Sends a request to a service until there is an answer, which is JSON. */
export function requestJson<T>(request: JsonRequest): Promise<T> {
  const { log, name, url, method = 'POST', headers, body, timeout = 30 } = request
  return tryUntilAnswered(log, name, async () => {
    const response = await fetch(url, {
      method,
      headers: { ...headers, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(1_000 * timeout),
    })
    if (response.ok) return (await response.json()) as T
    const said: ErrorBody = await response.json().catch(() => ({}))
    const message = said.description ?? said.message ?? said.error ?? `status ${response.status}`
    if (response.status === 401) throw new Refusal(`${name}: the token is not valid: ${message}`)
    // 409: another process receives the messages of this bot.
    const isPassing = response.status >= 500 || [409, 429].includes(response.status)
    throw isPassing ? createRetryError(message, secondsOf(said)) : new Refusal(message)
  })
}

function secondsOf({ retry_after, retry_after_ms, parameters }: ErrorBody): number | undefined {
  if (retry_after_ms !== undefined) return retry_after_ms / 1_000
  return retry_after ?? parameters?.retry_after
}
