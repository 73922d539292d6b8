import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { setErrorHandling } from '#server/http/error-handler.ts'
import { drawPortrait } from './portrait.ts'
import { imageRoutes } from './routes.ts'

async function get(url: string) {
  const app = fastify()
  setErrorHandling(app)
  await app.register(imageRoutes)
  const answers = [await app.inject(url), await app.inject(url)]
  await app.close()
  return answers
}

describe('GET /portraits/:name.svg', () => {
  it('answers with the drawing, to be kept for good and to run nothing', async () => {
    for (const answer of await get('/portraits/ines-calder.svg')) {
      expect(answer.statusCode).toBe(200)
      expect(answer.body).toBe(drawPortrait('ines-calder'))
      expect(answer.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
    }
  })

  it.each([
    '/portraits/Ines.svg',
    '/portraits/ines.png',
    '/portraits/.svg',
    '/portraits/a%2Fb.svg',
    '/portraits/..%2F..%2Fpackage.svg',
    `/portraits/${'a'.repeat(65)}.svg`,
    '/portraits/ines%0A.svg',
  ])('knows no portrait at %s', async (url) => {
    const [answer] = await get(url)
    expect(answer?.statusCode).toBe(404)
    expect(answer?.json()).toMatchObject({
      code: 'not_found',
      error: expect.any(String),
      requestId: expect.any(String),
    })
    expect(answer?.headers['cache-control']).toBeUndefined()
  })
})
