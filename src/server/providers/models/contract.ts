import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ModelProvider, ModelRequest, ModelResult } from './provider.ts'

export interface ProviderUnderTest {
  provider: ModelProvider
  /** Resolves once nothing the provider began is still going on. */
  quiet(): Promise<void>
  close(): Promise<void>
}

/** What the rest of the house may rely on, whichever voice speaks. Every entry of the list passes it. */
export function describeModelProvider(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`${name} keeps the contract of a voice`, () => {
    let made: ProviderUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    speaks(
      () => made.provider,
      () => made.quiet(),
    )
    canBeInterrupted(
      () => made.provider,
      () => made.quiet(),
    )
  })
}

type Provider = () => ModelProvider
type Quiet = () => Promise<void>

function speaks(provider: Provider, quiet: Quiet): void {
  it('says who it is', () => {
    const { id, label, model, contextTokens, maxReplyTokens } = provider()
    for (const words of [id, label, model]) expect(words).toMatch(/\S/)
    expect(maxReplyTokens).toBeGreaterThan(0)
    expect(contextTokens).toBeGreaterThan(maxReplyTokens)
  })

  it('speaks in pieces and then ends', async () => {
    const { pieces, result } = await hear(provider())
    expect(pieces.length).toBeGreaterThan(1)
    expect(pieces.every((piece) => piece !== '' && piece.isWellFormed())).toBe(true)
    expect(result.finish).toBe('stop')
  })

  it('says nothing after it has ended', async () => {
    const { pieces } = await hear(provider())
    const count = pieces.length
    await quiet()
    expect(pieces).toHaveLength(count)
  })

  it('stops at a stop text and leaves it out', async () => {
    const whole = (await hear(provider())).pieces.join('')
    const stop = whole.slice(Math.floor(whole.length / 2), Math.floor(whole.length / 2) + 5)
    const { pieces, result } = await hear(provider(), { stop: ['never said', stop] })
    expect(pieces.join('')).toBe(whole.slice(0, whole.indexOf(stop)))
    expect(result.finish).toBe('stop')
  })

  it('keeps to the length it was given', async () => {
    const whole = (await hear(provider())).pieces.join('')
    const { pieces, result } = await hear(provider(), { maxTokens: 3 })
    expect(result.finish).toBe('length')
    expect(pieces.join('').length).toBeLessThan(30)
    expect(whole.startsWith(pieces.join(''))).toBe(true)
  })
}

function canBeInterrupted(provider: Provider, quiet: Quiet): void {
  it('does not begin when it was called off before', async () => {
    const reason = new Error('not wanted')
    const attempt = hear(provider(), {}, { signal: AbortSignal.abort(reason) })
    await expect(attempt).rejects.toBe(reason)
  })

  it('falls silent at once when called off, with the reason it was given', async () => {
    const control = new AbortController()
    const reason = new Error('the player pressed stop')
    const pieces: string[] = []
    const attempt = provider().generate(request(), {
      signal: control.signal,
      onText: (text) => {
        pieces.push(text)
        if (pieces.length === 2) control.abort(reason)
      },
    })
    await expect(attempt).rejects.toBe(reason)
    await quiet()
    expect(pieces).toHaveLength(2)
  })

  it('passes on what goes wrong in its listener, and can speak again', async () => {
    const fault = new Error('the listener fell over')
    const attempt = provider().generate(request(), {
      signal: new AbortController().signal,
      onText: () => {
        throw fault
      },
    })
    await expect(attempt).rejects.toBe(fault)
    await quiet()
    expect((await hear(provider())).result.finish).toBe('stop')
  })

  it('holds many conversations at once', async () => {
    const heard = await Promise.all(Array.from({ length: 60 }, () => hear(provider())))
    expect(new Set(heard.map(({ pieces }) => pieces.join(''))).size).toBe(1)
  })
}

/** A request whose reply is the same every time. */
export function request(over: Partial<ModelRequest> = {}): ModelRequest {
  return {
    messages: [
      { role: 'system', content: 'You are the keeper of a small café by the harbour.' },
      { role: 'assistant', content: '"Come in. What brings you here?"' },
      { role: 'user', content: 'I found an old map in my coat. Do you know this island?' },
    ],
    temperature: 0.8,
    maxTokens: 600,
    seed: 11,
    ...over,
  }
}

export async function hear(
  provider: ModelProvider,
  over: Partial<ModelRequest> = {},
  { signal = new AbortController().signal }: { signal?: AbortSignal } = {},
): Promise<{ pieces: string[]; result: ModelResult }> {
  const pieces: string[] = []
  const result = await provider.generate(request(over), { signal, onText: (text) => pieces.push(text) })
  return { pieces, result }
}
