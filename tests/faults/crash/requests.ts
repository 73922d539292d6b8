import { type HttpResponse, httpRequest, type RequestOptions } from '#tests/support/http-client.ts'
import type { RunContext } from './run-context.ts'

/** Sends a request. Returns null when it failed; outside an injected failure that is a violation. */
export async function sendRequest(
  run: RunContext,
  path: string,
  options: RequestOptions = {},
): Promise<HttpResponse | null> {
  const description = `${options.method ?? 'GET'} ${path}`
  try {
    const response = await httpRequest(run.url + path, options)
    if (response.status < 500) return response
    run.results.check(run.isFailing, 'unexpected error', `${description}: ${response.status} ${response.text}`)
  } catch (error) {
    run.results.check(run.isFailing, 'unexpected error', `${description}: ${error}`)
  }
  return null
}

/** Sends a request that changes data. Returns the response if the change was acknowledged, otherwise null. */
export async function write(run: RunContext, path: string, options: RequestOptions): Promise<HttpResponse | null> {
  const response = await sendRequest(run, path, options)
  if (response === null) run.results.unconfirmed += 1
  else if (response.status < 300) run.results.acknowledged += 1
  else {
    const message = `${options.method} ${path}: ${response.status} ${response.text}`
    run.results.addViolation('unexpected error', message)
  }
  return response !== null && response.status < 300 ? response : null
}

/** Reads JSON that must exist. Returns null, with a violation recorded, when it does not. */
export async function read<T>(run: RunContext, path: string, cookie: string): Promise<T | null> {
  const response = await sendRequest(run, path, { cookie })
  if (response?.status === 200) return JSON.parse(response.text) as T
  if (response) run.results.addViolation('lost', `GET ${path}: ${response.status} ${response.text}`)
  return null
}
