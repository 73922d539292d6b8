import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { anthropic } from '#server/providers/models/anthropic.ts'
import { collectReply } from '#server/providers/models/contract.ts'
import { HttpModel, type HttpModelOptions, type Protocol } from '#server/providers/models/http-model.ts'
import { openAiCompatible } from '#server/providers/models/openai-compatible.ts'
import { ModelError, type RemoteModel } from '#server/providers/models/provider.ts'
import { anyService } from '#server/providers/models/services.ts'
import { ModelWorker } from '#server/providers/models/worker/model-worker.ts'
import type { ChatErrorType } from '#shared/errors.ts'
import { type MockUpstream, startUpstream } from '#tests/support/upstream.ts'
import { type FailureName, failureModes, upstreamSecret } from '#tests/support/upstream-failures.ts'
import { replyOf } from '#tests/support/upstream-stream.ts'

interface Expected {
  errorType: ChatErrorType
  timeout?: boolean
  retryAfter?: number
  /** What was heard before it went wrong; unset where that depends on the network. */
  heard?: string
}

const some = replyOf(5)
const silent = { heard: '' }

/** Every fault the mock can play, and what it is in the catalogue's terms. */
const expected: Record<FailureName, Expected | 'success'> = {
  'rate-limit': { errorType: 'rate_limited', retryAfter: 7, ...silent },
  quota: { errorType: 'quota_exceeded', ...silent },
  payment: { errorType: 'quota_exceeded', ...silent },
  unauthorized: { errorType: 'config_error', ...silent },
  forbidden: { errorType: 'config_error', ...silent },
  'no-model': { errorType: 'config_error', ...silent },
  'bad-request': { errorType: 'config_error', ...silent },
  'context-length': { errorType: 'config_error', ...silent },
  'server-error': { errorType: 'server_error', ...silent },
  unavailable: { errorType: 'server_error', ...silent },
  overloaded: { errorType: 'server_error', ...silent },
  reset: { errorType: 'server_error', ...silent },
  'no-first-byte': { errorType: 'server_error', timeout: true, ...silent },
  'no-first-event': { errorType: 'server_error', timeout: true, ...silent },
  'idle-gap': { errorType: 'server_error', timeout: true, heard: some },
  'cut-mid-stream': { errorType: 'server_error' },
  'ends-early': { errorType: 'server_error', heard: some },
  'cut-mid-utf8': { errorType: 'server_error', heard: some },
  'cut-mid-json': { errorType: 'server_error', heard: some },
  garbage: { errorType: 'server_error', ...silent },
  'garbage-lines': { errorType: 'server_error', ...silent },
  html: { errorType: 'server_error', ...silent },
  'error-object': { errorType: 'server_error', ...silent },
  'error-event': { errorType: 'server_error', heard: some },
  'long-line': { errorType: 'server_error', ...silent },
  'empty-body': { errorType: 'server_error', ...silent },
  'no-tokens': { errorType: 'server_error', ...silent },
  endless: 'success',
  drip: 'success',
  'missing-done': 'success',
  'stays-open': 'success',
  'not-streamed': 'success',
}

const apiKey = 'sk-test-5f2c9d7e1b'
const patience = { firstByteMs: 500, idleMs: 500, closingMs: 50 }
/** All at once, on a machine that has other work: the wait must not be what fails. */
const stormPatience = { firstByteMs: 2_500, idleMs: 2_500, closingMs: 1_000 }
const protocols: [string, Protocol][] = [
  ['OpenAI-compatible', openAiCompatible],
  ['Anthropic', anthropic],
]

let upstream: MockUpstream
beforeAll(async () => {
  upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
})
afterAll(() => upstream.close())

describe.each(protocols)('a voice that speaks %s', (_name, protocol) => {
  const common = { service: anyService, apiKey, contextTokens: 8192, maxReplyTokens: 600, patience }
  const voice = (model: string, over: Partial<HttpModelOptions> = {}) =>
    new HttpModel(protocol, { ...common, baseUrl: upstream.baseUrl, model, ...over })

  it.each(Object.keys(failureModes) as FailureName[])(
    'meets %s for what it is, and leaves nothing open',
    async (name) => {
      const provider = voice(`failure:${name}`)
      const outcome = await attempt(provider)
      check(outcome, expected[name])
      await upstream.waitForIdle()
      await provider.close()
      await socketsClosed()
    },
  )

  it.each(Object.keys(failureModes) as FailureName[])('is none the worse for %s', async (name) => {
    const provider = voice('mock-chat')
    upstream.failure = name
    await attempt(provider)
    upstream.failure = null
    const { pieces, result } = await collectReply(provider)
    expect(pieces.join('')).toBe(replyOf(30))
    expect(result).toMatchObject({ finish: 'stop', usage: { replyTokens: 30 } })
    await provider.close()
  })

  it('meets a refused connection and an unknown host as server errors', async () => {
    const gone = await startUpstream()
    const { baseUrl } = gone
    await gone.close()
    // No name server is asked: a label this long is no name.
    for (const url of [baseUrl, `http://${'x'.repeat(70)}.localhost/v1`]) {
      const provider = voice('mock-chat', { baseUrl: url })
      check(await attempt(provider), { errorType: 'server_error', ...silent })
      await provider.close()
    }
  })

  it('survives a storm of every fault at once', async () => {
    const names = Object.keys(failureModes) as FailureName[]
    const attempts = names
      .flatMap((name) => Array.from({ length: 6 }, () => name))
      .map(async (name) => {
        const provider = voice(`failure:${name}`, { patience: stormPatience })
        const { fault } = await attempt(provider)
        return { name, provider, errorType: fault?.errorType ?? null }
      })
    for (const { name, provider, errorType } of await Promise.all(attempts)) {
      const wanted = expected[name]
      expect([name, errorType]).toEqual([name, wanted === 'success' ? null : wanted.errorType])
      await provider.close()
    }
    await upstream.waitForIdle()
    await socketsClosed()
  }, 30_000)
})

describe('a voice in a thread of its own', () => {
  it('meets every fault as one in the server does', async () => {
    const options = { service: anyService, apiKey, contextTokens: 8192, maxReplyTokens: 600, patience }
    const thread = new ModelWorker({ ...options, baseUrl: upstream.baseUrl, model: 'mock-chat' })
    await thread.begun
    for (const name of Object.keys(failureModes) as FailureName[]) {
      upstream.failure = name
      check(await attempt(thread), expected[name])
    }
    upstream.failure = null
    await upstream.waitForIdle()
    await thread.close()
    await socketsClosed()
  })

  it('that dies fails the replies it was reading, as an upstream would', async () => {
    const slow = await startUpstream({ firstTokenMs: 1, gapMs: 1_000, tokens: 30 })
    const options = { service: anyService, contextTokens: 8192, maxReplyTokens: 600, model: 'mock-chat' }
    const thread = new ModelWorker({ ...options, baseUrl: slow.baseUrl })
    const spoke = Promise.withResolvers<void>()
    const { signal } = new AbortController()
    const reply = thread.generate(
      { messages: [], temperature: 1, maxTokens: 100 },
      { signal, onText: () => spoke.resolve() },
    )
    await spoke.promise
    expect(thread.listening).toBe(true)
    await thread.close()
    await expect(reply).rejects.toMatchObject({ name: 'ModelError', errorType: 'server_error' })
    expect(thread.listening).toBe(false)
    await slow.close()
  })
})

interface Outcome {
  heard: string
  fault: ModelError | null
}

async function attempt(provider: Pick<RemoteModel, 'generate'>): Promise<Outcome> {
  let heard = ''
  try {
    const request = { messages: [{ role: 'user' as const, content: 'Hello?' }], temperature: 1, maxTokens: 100 }
    await provider.generate(request, {
      signal: new AbortController().signal,
      onText: (text) => {
        heard += text
      },
    })
    return { heard, fault: null }
  } catch (error) {
    if (error instanceof ModelError) return { heard, fault: error }
    throw error
  }
}

function check({ heard, fault }: Outcome, wanted: Expected | 'success'): void {
  if (wanted === 'success') {
    expect(fault).toBeNull()
    expect(heard).not.toBe('')
    return
  }
  expect(fault).toMatchObject({ timeout: false, retryAfter: null, ...omitHeard(wanted) })
  if (wanted.heard !== undefined) expect(heard).toBe(wanted.heard)
  expect(fault?.message).not.toContain(upstreamSecret)
  expect(`${fault?.message} ${fault?.cause}`).not.toContain(apiKey)
}

function omitHeard({ heard: _heard, ...rest }: Expected): Omit<Expected, 'heard'> {
  return rest
}

async function socketsClosed(): Promise<void> {
  const open = [...upstream.sockets]
  await Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))))
  expect(upstream.sockets.size).toBe(0)
}
