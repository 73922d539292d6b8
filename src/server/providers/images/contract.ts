import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ImageProvider, Picture } from './provider.ts'

export interface IllustratorUnderTest {
  provider: ImageProvider
  close(): Promise<void>
}

/** What the rest of the house may rely on, whoever draws. Every entry of the list passes it. */
export function describeImageProvider(name: string, make: () => Promise<IllustratorUnderTest>): void {
  describe(`${name} keeps the contract of an illustrator`, () => {
    let made: IllustratorUnderTest
    beforeAll(async () => {
      made = await make()
    })
    afterAll(() => made.close())

    const draw = (prompt: string, signal = new AbortController().signal) => made.provider.generate(prompt, { signal })

    it('says who it is', () => {
      expect(made.provider.id).toMatch(/^[a-z0-9-]+$/)
      expect(made.provider.label).toMatch(/\S/)
    })

    it.each([
      'a sailor with a lantern',
      '王小明、眼鏡をかけた人',
      'مرحبا',
      'x'.repeat(1000),
      '"; drop table images; --',
    ])('draws something for %j', async (prompt) => {
      expectPicture(await draw(prompt))
    })

    it('draws another picture for another prompt', async () => {
      expect(await draw('a sailor with a lantern')).not.toEqual(await draw('a librarian after midnight'))
    })

    it('does not begin when it was called off before, and gives the reason', async () => {
      const reason = new Error('not wanted')
      await expect(draw('a sailor', AbortSignal.abort(reason))).rejects.toBe(reason)
    })
  })
}

function expectPicture(picture: Picture): void {
  if (picture.kind === 'drawing') expect(picture.name).toMatch(/^[a-z0-9-]{1,64}$/)
  else expect(picture.bytes.length).toBeGreaterThan(0)
}
