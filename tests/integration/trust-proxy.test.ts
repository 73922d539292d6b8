import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'

const proxy = '172.18.0.5'

describe.each([
  { trust: '10.0.0.0/8, 172.18.0.9', signUps: 10 },
  { trust: 'private', signUps: 13 },
  { trust: '1', signUps: 13 },
])('with TRUST_PROXY=$trust, behind a proxy at 172.18.0.5', ({ trust, signUps }) => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp({ env: { RATE_LIMITS: 'on', TRUST_PROXY: trust } })
  })
  afterAll(() => app.close())
  const register = async (forwardedFor: string, username: string) => {
    const headers = { 'x-forwarded-for': forwardedFor }
    const payload = { username, password: 'quiet-harbor' }
    const request = { method: 'POST', url: '/api/auth/register', remoteAddress: proxy, headers, payload } as const
    return (await app.server.inject(request)).statusCode
  }

  it(`${signUps} of 13 visitors can sign up`, async () => {
    const statuses: number[] = []
    for (let visitor = 0; visitor < 13; visitor++) {
      // What the visitor wrote precedes what the proxy added.
      statuses.push(await register(`198.51.100.99, 203.0.113.${visitor}`, `visitor-${visitor}`))
    }
    expect(statuses).toEqual([...Array(signUps).fill(200), ...Array(13 - signUps).fill(429)])
    expect(app.logged().includes('X-Forwarded-For is ignored')).toBe(signUps < 13)
  })
})
