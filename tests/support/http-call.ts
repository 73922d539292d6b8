import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http'

export interface CallOptions {
  method?: string
  cookie?: string
  /** Sent as JSON. */
  body?: unknown
  agent?: Agent
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** One request over `node:http`, which costs a load generator a fraction of what `fetch` does. */
export async function call(url: string, options: CallOptions = {}): Promise<Answer> {
  const response = await send(url, options)
  return { status: response.statusCode ?? 0, headers: response.headers, text: await wholeBody(response) }
}

export interface Followed extends Answer {
  /** Whether the stream broke off instead of ending. */
  cut: boolean
}

export type OnEvent = (event: string, data: string) => void

/** Follows an event stream to its end; `signal` lets go of it earlier. Anything but a stream is read as a whole. */
export async function follow(
  url: string,
  options: CallOptions & { signal?: AbortSignal },
  onEvent: OnEvent,
): Promise<Followed> {
  const response = await send(url, options, { accept: 'text/event-stream' })
  const head = { status: response.statusCode ?? 0, headers: response.headers }
  if (!head.headers['content-type']?.startsWith('text/event-stream')) {
    return { ...head, text: await wholeBody(response), cut: false }
  }
  const letGo = () => response.destroy()
  options.signal?.addEventListener('abort', letGo)
  const frames = new EventFrames(onEvent)
  response.setEncoding('utf8')
  response.on('data', (text: string) => frames.feed(text))
  const cut = await new Promise<boolean>((resolve) => {
    response.on('error', () => resolve(true))
    response.on('close', () => resolve(!response.complete))
  })
  options.signal?.removeEventListener('abort', letGo)
  return { ...head, text: '', cut }
}

/** Cuts the text of an event stream into events; comments are left out. */
export class EventFrames {
  readonly #onEvent: OnEvent
  #rest = ''

  constructor(onEvent: OnEvent) {
    this.#onEvent = onEvent
  }

  feed(text: string): void {
    let rest = this.#rest === '' ? text : this.#rest + text
    for (let end = rest.indexOf('\n\n'); end !== -1; end = rest.indexOf('\n\n')) {
      this.#read(rest.slice(0, end))
      rest = rest.slice(end + 2)
    }
    this.#rest = rest
  }

  #read(frame: string): void {
    let event = 'message'
    let data: string | null = null
    for (const line of frame.split('\n')) {
      if (line.startsWith('event: ')) event = line.slice(7)
      else if (line.startsWith('data: ')) data = line.slice(6)
    }
    if (data !== null) this.#onEvent(event, data)
  }
}

/** The cookie an answer set, as it is sent back. */
export function cookieOf(answer: Answer): string {
  return answer.headers['set-cookie']?.map((cookie) => cookie.split(';')[0]).join('; ') ?? ''
}

function send(url: string, options: CallOptions, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const { method = 'GET', cookie, body, agent } = options
  if (cookie) headers.cookie = cookie
  if (body !== undefined) headers['content-type'] = 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(agent ? { agent } : {}) }, resolve)
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function wholeBody(response: IncomingMessage): Promise<string> {
  let text = ''
  response.setEncoding('utf8')
  response.on('data', (chunk: string) => {
    text += chunk
  })
  return new Promise((resolve, reject) => {
    response.on('error', reject)
    response.on('end', () => resolve(text))
  })
}
