import { setImmediate } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { collectReply, modelRequest } from '#tests/support/collect-reply.ts'
import { startUpstream } from '#tests/support/upstream.ts'
import { DemoModel } from './demo-model.ts'
import { createHttpModel } from './http-model.ts'
import type { ModelSettings } from './model-settings.ts'
import type { ModelProvider } from './provider.ts'
import { unknownService } from './services.ts'

interface ProviderUnderTest {
  provider: ModelProvider
  /** Resolves once the provider has no request in progress. */
  waitForIdle(): Promise<void>
  close(): Promise<void>
}

/** Every provider must pass these tests: they are what the rest of the server relies on. */
function describeModelProvider(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`${name} fulfils the model contract`, () => {
    let made: ProviderUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    describeReplies(() => made.provider)
    describeInterruptions(
      () => made.provider,
      () => made.waitForIdle(),
    )
  })
}

type Provider = () => ModelProvider
type WaitForIdle = () => Promise<void>

function describeReplies(provider: Provider): void {
  it('streams the reply in pieces and then ends', async () => {
    const { pieces, result } = await collectReply(provider())
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true)
    expect(result.finish).toBe('stop')
  })

  it('ends at a stop text and leaves it out', async () => {
    const whole = (await collectReply(provider())).pieces.join('')
    const stop = whole.slice(Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 5)
    const { pieces, result } = await collectReply(provider(), { stop: ['never said', stop] })
    expect(pieces.join('')).toBe(whole.slice(0, whole.indexOf(stop)))
    expect(result.finish).toBe('stop')
  })

  it('ends at the maximum length', async () => {
    const whole = (await collectReply(provider())).pieces.join('')
    const { pieces, result } = await collectReply(provider(), { maxTokens: 3 })
    expect(result.finish).toBe('length')
    expect(pieces.join('').length).toBeLessThan(30)
    expect(whole.startsWith(pieces.join(''))).toBe(true)
  })
}

function describeInterruptions(provider: Provider, waitForIdle: WaitForIdle): void {
  it('does not start when the signal is already aborted', async () => {
    const reason = new Error('not wanted')
    const attempt = collectReply(provider(), {}, { signal: AbortSignal.abort(reason) })
    await expect(attempt).rejects.toBe(reason)
  })

  it("sends no text after an abort and rejects with the abort's reason", async () => {
    const control = new AbortController()
    const reason = new Error('the user pressed stop')
    const pieces: string[] = []
    const attempt = provider().generate(modelRequest(), {
      signal: control.signal,
      onText: (text) => {
        pieces.push(text)
        if (pieces.length === 2) control.abort(reason)
      },
    })
    await expect(attempt).rejects.toBe(reason)
    await waitForIdle()
    expect(pieces).toHaveLength(2)
  })

  it('rejects with an error thrown by onText, and can generate again', async () => {
    const error = new Error('onText failed')
    const attempt = provider().generate(modelRequest(), {
      signal: new AbortController().signal,
      onText: () => {
        throw error
      },
    })
    await expect(attempt).rejects.toBe(error)
    await waitForIdle()
    expect((await collectReply(provider())).result.finish).toBe('stop')
  })

  it('generates many replies at once', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, () => collectReply(provider())))
    expect(new Set(replies.map(({ pieces }) => pieces.join(''))).size).toBe(1)
  })
}

async function startHttpModel(protocol?: 'anthropic' | 'ollama') {
  const upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
  const { baseUrl } = upstream
  const service = protocol === undefined ? unknownService : { ...unknownService, protocol }
  const options: ModelSettings = {
    service,
    baseUrl,
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  }
  const provider = createHttpModel(options)
  const close = async () => {
    await provider.close()
    await upstream.close()
  }
  return { options, provider, waitForIdle: () => upstream.waitForIdle(), close }
}

describeModelProvider('HttpModel, OpenAI-compatible', () => startHttpModel())
describeModelProvider('HttpModel, Anthropic', () => startHttpModel('anthropic'))
describeModelProvider('HttpModel, Ollama', () => startHttpModel('ollama'))
describeModelProvider('DemoModel', async () => {
  const provider = new DemoModel({ delays: { firstWordMs: 0, wordMs: 1 } })
  return { provider, waitForIdle: async () => void (await setImmediate()), close: () => provider.close() }
})
