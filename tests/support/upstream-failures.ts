import type { ErrorKind } from './upstream-dialect.ts'
import { replyOf, type TokenStream, tokenText } from './upstream-stream.ts'

/** Answers a request with one failure mode, or with an unusual but valid reply. */
type FailureMode = (stream: TokenStream) => void

const rejectWith =
  (status: number, kind: ErrorKind, message: string, headers: Record<string, string> = {}): FailureMode =>
  ({ response, request }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(request.dialect.error(kind, message))
  }

const respondWith =
  (type: string, body: (stream: TokenStream) => string | Buffer): FailureMode =>
  (stream) => {
    stream.response.writeHead(200, { 'content-type': type })
    stream.response.end(body(stream))
  }

/** Streams five tokens as usual, then fails. */
const afterFiveTokens =
  (then: FailureMode): FailureMode =>
  (stream) =>
    stream.stream(5, () => then(stream))

/** Sends part of a token's event, then closes the connection. */
const cutEventAt = (find: (frame: Buffer) => number): FailureMode =>
  afterFiveTokens(({ response, request }) => {
    const frame = Buffer.from(request.dialect.token(request.model, 'café'))
    response.write(frame.subarray(0, find(frame)), () => response.destroy())
  })

/** Part of every error message of the upstream; tests assert that users never see it. */
export const upstreamSecret = 'internal-detail-7f3a'

export const failureModes = {
  'rate-limit': rejectWith(429, 'rate', `Rate limit reached (${upstreamSecret}). See https://example.test/billing`, {
    'retry-after': '7',
  }),
  quota: rejectWith(429, 'quota', `You exceeded your current quota, please check your plan (${upstreamSecret}).`),
  payment: rejectWith(402, 'quota', `Insufficient credits (${upstreamSecret}).`),
  unauthorized: rejectWith(401, 'auth', `Incorrect API key provided: sk-mock-${upstreamSecret}.`),
  forbidden: rejectWith(403, 'permission', `Not for this key (${upstreamSecret}).`),
  'no-model': rejectWith(404, 'model', `The model does not exist (${upstreamSecret}).`),
  'bad-request': rejectWith(400, 'request', `Something is off (${upstreamSecret}).`),
  'context-length': rejectWith(
    400,
    'context',
    `prompt is too long: maximum context length is 4096 (${upstreamSecret}).`,
  ),
  'server-error': rejectWith(500, 'server', `Internal (${upstreamSecret}).`),
  unavailable: rejectWith(503, 'overloaded', `Overloaded (${upstreamSecret}).`),
  overloaded: rejectWith(529, 'overloaded', `Overloaded (${upstreamSecret}).`),
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  'no-first-byte': () => {},
  'no-first-event': (stream) => {
    stream.writeHead()
    stream.response.flushHeaders()
  },
  'idle-gap': afterFiveTokens(() => {}),
  'cut-mid-stream': afterFiveTokens(({ response }) => void response.destroy()),
  'ends-early': afterFiveTokens(({ response }) => void response.end()),
  'cut-mid-utf8': cutEventAt((frame) => frame.indexOf('é') + 1),
  'cut-mid-json': cutEventAt((frame) => frame.indexOf('{') + 20),
  garbage: respondWith(
    'text/event-stream',
    () => 'data: {"choices":[{"del\n\ndata: }}}\n\n\u0000\u0001 nothing of sense\n\n',
  ),
  'garbage-lines': respondWith('text/event-stream', () => 'lorem ipsum\ndolor: sit\n\namet\n\n'),
  html: respondWith('text/html', () => '<!doctype html><title>502</title><p>Bad gateway</p>'),
  'error-object': respondWith('application/json', ({ request }) =>
    request.dialect.error('server', `Oh no (${upstreamSecret}).`),
  ),
  'error-event': afterFiveTokens(
    ({ response, request }) => void response.end(request.dialect.errorEvent(upstreamSecret)),
  ),
  'long-line': respondWith('text/event-stream', () =>
    Buffer.concat([Buffer.from('data: '), Buffer.alloc(10_000_000, 'x')]),
  ),
  'empty-body': respondWith('text/event-stream', () => ''),
  'no-tokens': (stream) =>
    stream.stream(0, () => void stream.response.end(stream.finish() + stream.request.dialect.done)),
  refusal: (stream) =>
    stream.stream(0, () => void stream.response.end(stream.finish('filter') + stream.request.dialect.done)),
  endless: (stream) => {
    stream.writeHead()
    stream.response.write(stream.request.dialect.open(stream.request.model, stream.usage(0)))
    let index = 0
    const sendUntilFull = () => {
      while (!stream.isClosed && stream.response.write(stream.frame(index++))) {
        if (index % 50 === 0) return void setImmediate(sendUntilFull)
      }
    }
    stream.response.on('drain', sendUntilFull)
    sendUntilFull()
  },
  drip: (stream) => {
    const { dialect, model } = stream.request
    const frames = [0, 1].map((index) => dialect.token(model, tokenText(index))).join('')
    const bytes = Buffer.from(dialect.open(model, stream.usage(0)) + frames + stream.finish() + dialect.done)
    stream.writeHead()
    let sent = 0
    const sendByte = () => {
      if (stream.isClosed) return
      stream.response.write(bytes.subarray(sent, ++sent))
      if (sent === bytes.length) stream.response.end()
      else stream.after(stream.pace.firstTokenMs + sent * stream.pace.gapMs, sendByte)
    }
    sendByte()
  },
  'missing-done': (stream) => stream.stream(stream.pace.tokens, () => void stream.response.end(stream.finish())),
  'stays-open': (stream) =>
    stream.stream(stream.pace.tokens, () => void stream.response.write(stream.finish() + stream.request.dialect.done)),
  'not-streamed': respondWith('application/json', ({ request, pace }) =>
    request.dialect.document(request.model, replyOf(pace.tokens), {
      promptTokens: 1,
      replyTokens: pace.tokens,
      cachedTokens: 0,
    }),
  ),
} as const satisfies Record<string, FailureMode>

export type FailureName = keyof typeof failureModes

export function isFailureName(name: string): name is FailureName {
  return Object.hasOwn(failureModes, name)
}
