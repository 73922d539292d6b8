import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { setErrorHandling } from '#server/http/error-handler.ts'
import { drawPortrait } from './portrait.ts'
import { portraitRoutes } from './routes.ts'

async function get(url: string) {
  const app = fastify()
  setErrorHandling(app)
  await app.register(portraitRoutes)
  const responses = [await app.inject({ url }), await app.inject({ url })]
  await app.close()
  return responses
}

describe('GET /portraits/:name.svg', () => {
  it('returns the drawing, cacheable for good and without permission to run anything', async () => {
    for (const response of await get('/portraits/ines-calder.svg')) {
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(drawPortrait('ines-calder'))
      expect(response.headers).toMatchObject({
        'content-type': 'image/svg+xml',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      })
    }
  })

  it('returns the drawing with an expression', async () => {
    const [response] = await get('/portraits/ines-calder.joy.svg')
    expect(response?.body).toBe(drawPortrait('ines-calder', 'joy'))
  })

  it.each([
    '/portraits/Ines.svg',
    '/portraits/ines.smirk.svg',
    '/portraits/ines.joy.joy.svg',
    '/portraits/ines.png',
    '/portraits/.svg',
    '/portraits/a%2Fb.svg',
    '/portraits/..%2F..%2Fpackage.svg',
    `/portraits/${'a'.repeat(65)}.svg`,
    '/portraits/ines%0A.svg',
  ])('returns 404 for %s', async (url) => {
    const [response] = await get(url)
    expect(response?.statusCode).toBe(404)
    expect(response?.json()).toMatchObject({
      code: 'not_found',
      error: expect.any(String),
      requestId: expect.any(String),
    })
    expect(response?.headers['cache-control']).toBeUndefined()
  })
})
