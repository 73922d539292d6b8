import { tabIdHeader } from '#shared/account-events.ts'
import type { RequestOf, ResponseOf, RouteName } from '#shared/api.ts'
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { ErrorBody, ErrorCode } from '#shared/errors.ts'
import { tabId } from './tab-id.ts'

/** A response that is not OK. Its message is `<status>: <body text>`, or the status text if the body is empty. */
export class HttpError extends Error {
  readonly status: number
  /** The parsed error body, if the server sent one. */
  readonly body: ErrorBody | null

  constructor(status: number, text: string) {
    super(`${status}: ${text}`)
    this.name = 'HttpError'
    this.status = status
    this.body = readErrorBody(text)
  }
}

function readErrorBody(text: string): ErrorBody | null {
  try {
    const body: unknown = JSON.parse(text)
    return isErrorBody(body) ? body : null
  } catch {
    return null
  }
}

/** A failed chat may have its message or its type without `error`. */
function isErrorBody(body: unknown): body is ErrorBody {
  if (typeof body !== 'object' || body === null) return false
  return 'error' in body || 'userMessage' in body || 'errorType' in body
}

/** The session has ended, another device has requested the deletion of the account, or moderators have suspended it. */
const sessionEnds = ['unauthenticated', 'deletion_scheduled', 'account_suspended'] as const
let onSessionEnded = () => {}

/** What to do when a response says so. */
export function whenSessionEnds(handler: () => void): void {
  onSessionEnded = handler
}

/** Fetches with credentials. Throws an `HttpError` if the response is not OK. */
export const fetchOk = async (path: string, init: RequestInit = {}): Promise<Response> =>
  throwUnlessOk(await fetch(path, { credentials: 'include', ...withTabId(init) }))

export async function throwUnlessOk(response: Response): Promise<Response> {
  if (response.ok) return response
  const error = new HttpError(response.status, (await response.text()) || response.statusText)
  if (sessionEnds.some((code) => hasCode(error, code))) onSessionEnded()
  throw error
}

/** Changes say which tab made them. */
function withTabId(init: RequestInit): RequestInit {
  if ((init.method ?? 'GET') === 'GET') return init
  return { ...init, headers: { ...(init.headers as Record<string, string>), [tabIdHeader]: tabId } }
}

interface AnyRequest {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  signal?: AbortSignal
}

type Optional<Request> = object extends Request ? [request?: Request] : [request: Request]
/** The request to a route, which can be left out if nothing of it is required. */
export type Args<Name extends RouteName> = Optional<RequestOf<Name> & Pick<AnyRequest, 'signal'>>

/** Calls a route of the API, as `shared` declares it. */
export async function call<Name extends RouteName>(route: Name, ...[request]: Args<Name>): Promise<ResponseOf<Name>> {
  const text = await (await send(route, request)).text()
  const answer = text ? JSON.parse(text) : undefined
  return answer
}

/** As `call`, for a page of a list. `nextCursor` is the `cursor` of the next page, null after the last one. */
export async function callForPage<Name extends RouteName>(route: Name, ...[request]: Args<Name>) {
  const response = await send(route, request)
  const page: ResponseOf<Name> = await response.json()
  return { page, nextCursor: response.headers.get(nextCursorHeader) }
}

export function addressOf<Name extends RouteName>(
  route: Name,
  ...[request]: Optional<Omit<RequestOf<Name>, 'body'>>
): string {
  return writeAddress(route, request)
}

function writeAddress(route: string, { params, query = {} }: AnyRequest = {}): string {
  const path = route.slice(route.indexOf('/')).replace(/:(\w+)/g, (_, name) => encodeURIComponent(params?.[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  return given.length > 0 ? `${path}?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}` : path
}

function send(route: string, request: AnyRequest = {}): Promise<Response> {
  const { body, signal } = request
  const json = body !== undefined && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return fetchOk(writeAddress(route, request), { method: route.slice(0, route.indexOf(' ')), signal, ...json })
}

export const unreachableText = "Can't reach the server. Please check your connection and try again."

/** Whether no response came: `fetch` then throws a `TypeError`. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof TypeError
}

const noAnswerText = 'The server could not answer. Please try again in a few minutes.'

/** The message to show for an error: the server's own if it sent one, that no response came, or else the fallback. */
export function errorText(error: unknown, fallback = noAnswerText): string {
  if (isUnreachable(error)) return unreachableText
  return (error instanceof HttpError && error.body?.error) || fallback
}

/** The rule that held something back, if a review can be asked for. */
export function ruleOf(error: unknown): string | undefined {
  return error instanceof HttpError ? error.body?.rule : undefined
}

export function hasStatus(error: unknown, status: number): boolean {
  return error instanceof HttpError && error.status === status
}

/** Whether the server responded with this code of the error catalogue. */
export function hasCode(error: unknown, code: ErrorCode): boolean {
  return error instanceof HttpError && error.body?.code === code
}
