import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageProvider, Picture } from './provider.ts'

export interface ProviderUnderTest {
  provider: ImageProvider
  close(): Promise<void>
}

/** What the rest of the server relies on. Every provider must pass it. */
export function describeImageProvider(name: string, make: () => Promise<ProviderUnderTest>): void {
  describe(`${name} fulfils the image contract`, () => {
    let made: ProviderUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    const generate = (prompt: string, signal = new AbortController().signal) =>
      made.provider.generate(prompt, { signal })

    it('describes itself', () => {
      expect(made.provider.id).toMatch(/^[a-z0-9-]+$/)
      expect(made.provider.label).toMatch(/\S/)
    })

    it.each([
      'a sailor with a lantern',
      '王小明、眼鏡をかけた人',
      'مرحبا',
      'x'.repeat(1000),
      '"; drop table images; --',
    ])('returns a picture for %j', async (prompt) => {
      expectPicture(await generate(prompt))
    })

    it('returns different pictures for different prompts', async () => {
      expect(await generate('a sailor with a lantern')).not.toEqual(await generate('a librarian after midnight'))
    })

    it("does not start when the signal is already aborted, and rejects with the abort's reason", async () => {
      const reason = new Error('not wanted')
      await expect(generate('a sailor', AbortSignal.abort(reason))).rejects.toBe(reason)
    })
  })
}

function expectPicture(picture: Picture): void {
  if (picture.kind === 'portrait') expect(picture.name).toMatch(/^[a-z0-9-]{1,64}$/)
  else expect(picture.bytes.length).toBeGreaterThan(0)
}
