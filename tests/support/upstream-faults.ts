import type { ErrorKind } from './upstream-dialect.ts'
import { replyOf, type TokenStream, tokenText } from './upstream-stream.ts'

/** Plays one way in which an upstream can go wrong (or be odd without being wrong). */
type Fault = (stream: TokenStream) => void

const refuse =
  (status: number, kind: ErrorKind, message: string, headers: Record<string, string> = {}): Fault =>
  ({ response, request }) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(request.dialect.error(kind, message))
  }

const answer =
  (type: string, body: (stream: TokenStream) => string | Buffer): Fault =>
  (stream) => {
    stream.response.writeHead(200, { 'content-type': type })
    stream.response.end(body(stream))
  }

/** Some tokens as usual, then something else. */
const afterSome =
  (then: Fault): Fault =>
  (stream) =>
    stream.play(5, () => then(stream))

/** Sends part of a token's event and drops the connection once that part is on its way. */
const cutAt = (find: (frame: Buffer) => number): Fault =>
  afterSome(({ response, request }) => {
    const frame = Buffer.from(request.dialect.token(request.model, 'café'))
    response.write(frame.subarray(0, find(frame)), () => response.destroy())
  })

/** The server's own words in refusals; tests look for them where they must not be. */
export const upstreamSecret = 'internal-detail-7f3a'

export const faults = {
  'rate-limit': refuse(429, 'rate', `Rate limit reached (${upstreamSecret}). See https://example.test/billing`, {
    'retry-after': '7',
  }),
  quota: refuse(429, 'quota', `You exceeded your current quota, please check your plan (${upstreamSecret}).`),
  payment: refuse(402, 'quota', `Insufficient credits (${upstreamSecret}).`),
  unauthorized: refuse(401, 'auth', `Incorrect API key provided: sk-mock-${upstreamSecret}.`),
  forbidden: refuse(403, 'permission', `Not for this key (${upstreamSecret}).`),
  'no-model': refuse(404, 'model', `The model does not exist (${upstreamSecret}).`),
  'bad-request': refuse(400, 'request', `Something is off (${upstreamSecret}).`),
  'context-length': refuse(400, 'context', `prompt is too long: maximum context length is 4096 (${upstreamSecret}).`),
  'server-error': refuse(500, 'server', `Internal (${upstreamSecret}).`),
  unavailable: refuse(503, 'overloaded', `Overloaded (${upstreamSecret}).`),
  overloaded: refuse(529, 'overloaded', `Overloaded (${upstreamSecret}).`),
  reset: ({ response }) => void response.socket?.resetAndDestroy(),
  'no-first-byte': () => {},
  'no-first-event': (stream) => {
    stream.openHead()
    stream.response.flushHeaders()
  },
  'idle-gap': afterSome(() => {}),
  'cut-mid-stream': afterSome(({ response }) => void response.destroy()),
  'ends-early': afterSome(({ response }) => void response.end()),
  'cut-mid-utf8': cutAt((frame) => frame.indexOf('é') + 1),
  'cut-mid-json': cutAt((frame) => frame.indexOf('{') + 20),
  garbage: answer(
    'text/event-stream',
    () => 'data: {"choices":[{"del\n\ndata: }}}\n\n\u0000\u0001 nothing of sense\n\n',
  ),
  'garbage-lines': answer('text/event-stream', () => 'lorem ipsum\ndolor: sit\n\namet\n\n'),
  html: answer('text/html', () => '<!doctype html><title>502</title><p>Bad gateway</p>'),
  'error-object': answer('application/json', ({ request }) =>
    request.dialect.error('server', `Oh no (${upstreamSecret}).`),
  ),
  'error-event': afterSome(({ response, request }) => void response.end(request.dialect.errorEvent(upstreamSecret))),
  'long-line': answer('text/event-stream', () => Buffer.concat([Buffer.from('data: '), Buffer.alloc(10_000_000, 'x')])),
  'empty-body': answer('text/event-stream', () => ''),
  'says-nothing': (stream) =>
    stream.play(0, () => void stream.response.end(stream.finish() + stream.request.dialect.done)),
  endless: (stream) => {
    stream.openHead()
    stream.response.write(stream.request.dialect.open(stream.request.model, stream.usage(0)))
    let index = 0
    const more = () => {
      while (!stream.gone && stream.response.write(stream.frame(index++))) {
        if (index % 50 === 0) return void setImmediate(more)
      }
    }
    stream.response.on('drain', more)
    more()
  },
  drip: (stream) => {
    const { dialect, model } = stream.request
    const frames = [0, 1].map((index) => dialect.token(model, tokenText(index))).join('')
    const bytes = Buffer.from(dialect.open(model, stream.usage(0)) + frames + stream.finish() + dialect.done)
    stream.openHead()
    let sent = 0
    const drop = () => {
      if (stream.gone) return
      stream.response.write(bytes.subarray(sent, ++sent))
      if (sent === bytes.length) stream.response.end()
      else stream.after(stream.pace.firstTokenMs + sent * stream.pace.gapMs, drop)
    }
    drop()
  },
  'missing-done': (stream) => stream.play(stream.pace.tokens, () => void stream.response.end(stream.finish())),
  'stays-open': (stream) =>
    stream.play(stream.pace.tokens, () => void stream.response.write(stream.finish() + stream.request.dialect.done)),
  'not-streamed': answer('application/json', ({ request, pace }) =>
    request.dialect.document(request.model, replyOf(pace.tokens), {
      promptTokens: 1,
      replyTokens: pace.tokens,
      cachedTokens: 0,
    }),
  ),
} as const satisfies Record<string, Fault>

export type FaultName = keyof typeof faults

export function isFault(name: string): name is FaultName {
  return Object.hasOwn(faults, name)
}
