import { afterAll, describe, expect, it } from 'vitest'
import { startImageServer } from '#tests/support/image-server.ts'
import { image } from '#tests/support/images.ts'
import { ModelError } from '../models/provider.ts'
import { automatic1111 as automatic1111Protocol } from './automatic1111.ts'
import { BuiltInIllustrator } from './built-in.ts'
import { createHttpImages } from './http-images.ts'
import { openAi } from './openai.ts'
import type { GeneratedImage, ImageProvider } from './provider.ts'

const server = await startImageServer(await image('png', 64, 64))
const settings = { apiKey: 'user:key-1', model: null, size: 512 }
const openai = createHttpImages(openAi, { ...settings, baseUrl: `${server.url}/v1` })
const automatic1111 = createHttpImages(automatic1111Protocol, { ...settings, baseUrl: server.url })

/** Every provider must pass this test: it is what the rest of the server relies on. */
const providers: ImageProvider[] = [new BuiltInIllustrator(), openai, automatic1111]

afterAll(async () => {
  await Promise.all(providers.map((provider) => provider.close()))
  await server.close()
})

describe.each(providers)('the image provider $id', (provider) => {
  const generate = (prompt: string, signal = new AbortController().signal) => provider.generate(prompt, { signal })

  it.each(['a sailor with a lantern', '王小明、眼鏡をかけた人', 'مرحبا', 'x'.repeat(1000), '"; drop table images; --'])(
    'returns an image for %j',
    async (prompt) => {
      expectImage(await generate(prompt))
    },
  )

  it("does not start when the signal is already aborted, and rejects with the abort's reason", async () => {
    const reason = new Error('not wanted')
    await expect(generate('a sailor', AbortSignal.abort(reason))).rejects.toBe(reason)
  })
})

function expectImage(drawn: GeneratedImage): void {
  if (drawn.kind === 'portrait') expect(drawn.name).toMatch(/^[a-z0-9-]{1,64}$/)
  else expect(drawn.bytes.length).toBeGreaterThan(0)
}

describe('an external image service', () => {
  const remote = [openai, automatic1111]
  const { signal } = new AbortController()

  it('gets the prompt, the size and the key', async () => {
    await openai.generate('a sailor', { signal })
    expect(server.requests.at(-1)).toMatchObject({
      url: '/v1/images/generations',
      authorization: 'Bearer user:key-1',
      body: { prompt: 'a sailor', size: '512x512', n: 1, response_format: 'b64_json' },
    })
    await automatic1111.generate('a sailor', { signal })
    expect(server.requests.findLast(({ url }) => url === '/sdapi/v1/txt2img')).toMatchObject({
      authorization: `Basic ${Buffer.from('user:key-1').toString('base64')}`,
      body: { prompt: 'a sailor', width: 512, height: 512 },
    })
  })

  it.each([
    ['unauthorized', 'key'],
    ['address', 'address'],
    ['refused', 'refused'],
    ['not-json', 'invalid_reply'],
    ['no-image', 'invalid_reply'],
    ['url-only', 'invalid_reply'],
    ['redirect', 'redirect'],
    ['huge', 'invalid_reply'],
  ] as const)('that answers with %s is an error with the reason %s, without the key', async (mode, reason) => {
    server.mode = mode
    for (const provider of remote) {
      const error: unknown = await provider.generate('a sailor', { signal }).catch((caught: unknown) => caught)
      expect(error, provider.id).toBeInstanceOf(ModelError)
      expect((error as ModelError).reason, provider.id).toBe(reason)
      expect(JSON.stringify([String(error), String((error as ModelError).cause)])).not.toContain('key-1')
    }
    server.mode = 'ok'
    expect(server.fetched, 'an address in a reply is never fetched').toEqual([])
  })

  it('is sent a request when the image is no longer wanted, and reports its progress', async () => {
    server.mode = 'slow'
    const abort = new AbortController()
    const progress: number[] = []
    const reason = new Error('cancelled')
    const onProgress = (value: number) => {
      progress.push(value)
      abort.abort(reason)
    }
    await expect(automatic1111.generate('a sailor', { signal: abort.signal, onProgress })).rejects.toBe(reason)
    expect(progress).toEqual([0.4])
    expect(server.requests.at(-1)?.url).toBe('/sdapi/v1/interrupt')
    server.mode = 'ok'
  })
})
