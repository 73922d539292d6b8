import { describe, expect, it } from 'vitest'
import { anthropic } from '#server/providers/models/anthropic.ts'
import { defaultRetries } from '#server/providers/models/http/retry.ts'
import { HttpModel } from '#server/providers/models/http-model.ts'
import { openAiCompatible } from '#server/providers/models/openai-compatible.ts'
import type { Protocol } from '#server/providers/models/protocol.ts'
import { ModelError, type RemoteModel } from '#server/providers/models/provider.ts'
import { unknownService } from '#server/providers/models/services.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import { collectReply } from '#tests/support/collect-reply.ts'
import { type MockUpstream, startUpstream } from '#tests/support/upstream.ts'
import { type FailureName, failureModes, upstreamSecret } from '#tests/support/upstream-failures.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'

interface Expected {
  errorType: ChatErrorType
  reason?: 'timeout'
  retryAfter?: number
  /** The text received before the error; unset where it depends on the network. */
  received?: string
}

const firstFiveTokens = replyOf(5)
const noText = { received: '' }

/** The error of the chat error catalogue that each failure mode of the mock upstream must become. */
const expected: Record<FailureName, Expected | 'success'> = {
  'rate-limit': { errorType: 'rate_limited', retryAfter: 7, ...noText },
  quota: { errorType: 'quota_exceeded', ...noText },
  payment: { errorType: 'quota_exceeded', ...noText },
  unauthorized: { errorType: 'config_error', ...noText },
  forbidden: { errorType: 'config_error', ...noText },
  'no-model': { errorType: 'config_error', ...noText },
  'bad-request': { errorType: 'config_error', ...noText },
  'context-length': { errorType: 'config_error', ...noText },
  'server-error': { errorType: 'server_error', ...noText },
  unavailable: { errorType: 'server_error', ...noText },
  overloaded: { errorType: 'server_error', ...noText },
  reset: { errorType: 'server_error', ...noText },
  'no-first-byte': { errorType: 'server_error', reason: 'timeout', ...noText },
  'no-first-event': { errorType: 'server_error', reason: 'timeout', ...noText },
  'idle-gap': { errorType: 'server_error', reason: 'timeout', received: firstFiveTokens },
  'cut-mid-stream': { errorType: 'server_error' },
  'ends-early': { errorType: 'server_error', received: firstFiveTokens },
  'cut-mid-utf8': { errorType: 'server_error', received: firstFiveTokens },
  'cut-mid-json': { errorType: 'server_error', received: firstFiveTokens },
  garbage: { errorType: 'server_error', ...noText },
  'garbage-lines': { errorType: 'server_error', ...noText },
  html: { errorType: 'server_error', ...noText },
  'error-object': { errorType: 'server_error', ...noText },
  'error-event': { errorType: 'server_error', received: firstFiveTokens },
  'long-line': { errorType: 'server_error', ...noText },
  'empty-body': { errorType: 'server_error', ...noText },
  'no-tokens': { errorType: 'server_error', ...noText },
  refusal: { errorType: 'content_refused', ...noText },
  endless: 'success',
  drip: 'success',
  'missing-done': 'success',
  'stays-open': 'success',
  'not-streamed': 'success',
}

const apiKey = 'sk-test-5f2c9d7e1b'
/** Only what must time out does: on a busy machine, any other request could too. */
const timeoutsFor = (name: FailureName) => {
  const isTimeout = expected[name] !== 'success' && expected[name].reason === 'timeout'
  const wait = isTimeout ? 2_000 : 100_000
  return { firstByteMs: wait, idleMs: wait, closingMs: 50 }
}
const retries = { ...defaultRetries, delayMs: 10 }
const protocols: [string, Protocol][] = [
  ['OpenAI-compatible', openAiCompatible],
  ['Anthropic', anthropic],
]
const names = Object.keys(failureModes) as FailureName[]

const createModel = (protocol: Protocol, baseUrl: string, model: string, name: FailureName) =>
  new HttpModel(protocol, { service: unknownService, apiKey, baseUrl, model }, { retries, timeouts: timeoutsFor(name) })

/** The tests run at the same time, since most of them wait: each has its own upstream. */
async function withUpstream(run: (upstream: MockUpstream) => Promise<void>): Promise<void> {
  const upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
  await run(upstream)
  await upstream.close()
}

describe.concurrent.each(protocols)('a model behind the %s protocol', (_name, protocol) => {
  it.each(names)('gives %s its expected outcome, closes the connection, and generates the next reply', (name) =>
    withUpstream(async (upstream) => {
      const provider = createModel(protocol, upstream.baseUrl, 'mock-chat', name)
      upstream.failure = name
      expectOutcome(await generate(provider), expected[name])
      await upstream.waitForIdle()
      upstream.failure = null
      const { pieces, result } = await collectReply(provider)
      expect(pieces.join('')).toBe(replyOf(30))
      expect(result).toMatchObject({ finish: 'stop', usage: { replyTokens: 30 } })
      await provider.close()
      await waitForSocketsToClose(upstream)
    }),
  )

  it('reports a refused connection and an unknown host as server errors', async () => {
    const closed = await startUpstream()
    const { baseUrl } = closed
    await closed.close()
    // A label of more than 63 characters is invalid, so no DNS query is sent.
    for (const url of [baseUrl, `http://${'x'.repeat(70)}.localhost/v1`]) {
      const provider = createModel(protocol, url, 'mock-chat', 'reset')
      expectOutcome(await generate(provider), { errorType: 'server_error', ...noText })
      await provider.close()
    }
  })
})

interface Outcome {
  received: string
  error: ModelError | null
}

async function generate(provider: Pick<RemoteModel, 'generate'>): Promise<Outcome> {
  let received = ''
  try {
    const request = { messages: [{ role: 'user' as const, content: 'Hello?' }], temperature: 1, maxTokens: 100 }
    await provider.generate(request, {
      signal: new AbortController().signal,
      onText: (text) => {
        received += text
      },
    })
    return { received, error: null }
  } catch (error) {
    if (error instanceof ModelError) return { received, error }
    throw error
  }
}

function expectOutcome({ received, error }: Outcome, expectedOutcome: Expected | 'success'): void {
  if (expectedOutcome === 'success') {
    expect(error).toBeNull()
    expect(received).not.toBe('')
    return
  }
  const { received: text = received, ...properties } = expectedOutcome
  expect(error).toMatchObject({ retryAfter: null, ...properties })
  expect(received).toBe(text)
  expect(error?.message).not.toContain(upstreamSecret)
  expect(`${error?.message} ${error?.cause}`).not.toContain(apiKey)
}

async function waitForSocketsToClose(upstream: MockUpstream): Promise<void> {
  const open = [...upstream.sockets]
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  expect(upstream.sockets.size).toBe(0)
}
