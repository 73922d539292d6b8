import { describe, expect, it } from 'vitest'
import { BuiltInIllustrator } from './built-in.ts'
import type { ImageProvider, Picture } from './provider.ts'

/** Every provider must pass this test: it is what the rest of the server relies on. */
const providers: ImageProvider[] = [new BuiltInIllustrator()]

describe.each(providers)('the image provider $id', (provider) => {
  const generate = (prompt: string, signal = new AbortController().signal) => provider.generate(prompt, { signal })

  it('describes itself', () => {
    expect(provider.id).toMatch(/^[a-z0-9-]+$/)
    expect(provider.label).toMatch(/\S/)
  })

  it.each(['a sailor with a lantern', '王小明、眼鏡をかけた人', 'مرحبا', 'x'.repeat(1000), '"; drop table images; --'])(
    'returns a picture for %j',
    async (prompt) => {
      expectPicture(await generate(prompt))
    },
  )

  it('returns different pictures for different prompts', async () => {
    expect(await generate('a sailor with a lantern')).not.toEqual(await generate('a librarian after midnight'))
  })

  it("does not start when the signal is already aborted, and rejects with the abort's reason", async () => {
    const reason = new Error('not wanted')
    await expect(generate('a sailor', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

function expectPicture(picture: Picture): void {
  if (picture.kind === 'portrait') expect(picture.name).toMatch(/^[a-z0-9-]{1,64}$/)
  else expect(picture.bytes.length).toBeGreaterThan(0)
}
