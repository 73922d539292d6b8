import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import type { DemoRequest, ModelProvider, ModelRequest, ModelResult } from './provider.ts'

export interface ProviderUnderTest {
  provider: ModelProvider
  /** Resolves once the provider has no request in progress. */
  waitForIdle(): Promise<void>
  close(): Promise<void>
}

/** What the rest of the server relies on. Every provider must pass it. */
export function describeModelProvider(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`${name} fulfils the model contract`, () => {
    let made: ProviderUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    describeReplies(
      () => made.provider,
      () => made.waitForIdle(),
    )
    describeInterruptions(
      () => made.provider,
      () => made.waitForIdle(),
    )
  })
}

type Provider = () => ModelProvider
type WaitForIdle = () => Promise<void>

function describeReplies(provider: Provider, waitForIdle: WaitForIdle): void {
  it('describes itself', () => {
    const { id, label, model, contextTokens, maxReplyTokens } = provider()
    for (const text of [id, label, model]) expect(text).toMatch(/\S/)
    expect(maxReplyTokens).toBeGreaterThan(0)
    expect(contextTokens).toBeGreaterThan(maxReplyTokens)
  })

  it('streams the reply in pieces and then ends', async () => {
    const { pieces, result } = await collectReply(provider())
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true)
    expect(result.finish).toBe('stop')
  })

  it('sends no text after the reply has ended', async () => {
    const { pieces } = await collectReply(provider())
    const count = pieces.length
    await waitForIdle()
    expect(pieces).toHaveLength(count)
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
    const attempt = provider().generate(request(), {
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
    const attempt = provider().generate(request(), {
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

/** A request that always gets the same reply. It has what remote models need and what the demo model needs. */
export function request(over: Partial<ModelRequest> = {}): ModelRequest & DemoRequest {
  return {
    messages: [
      { role: 'system', content: 'You are the keeper of a small café by the harbour.' },
      { role: 'assistant', content: '"Come in. What brings you here?"' },
      { role: 'user', content: 'I found an old map in my coat. Do you know this island?' },
    ],
    temperature: 0.8,
    maxTokens: 600,
    seed: 11,
    character: sampleCard,
    userName: 'Sam',
    kind: 'reply',
    ...over,
  }
}

export async function collectReply(
  provider: ModelProvider,
  over: Partial<ModelRequest> = {},
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<{ pieces: string[]; result: ModelResult }> {
  const pieces: string[] = []
  const result = await provider.generate(request(over), { signal, onText: (text) => pieces.push(text) })
  return { pieces, result }
}
