import { afterAll, beforeAll, test } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/test-app.ts'
import { type Expected, Observer, observeOutage } from './observe-outage.ts'

const day = 86_400_000
let app: TestApp
let observer: Observer

beforeAll(async () => {
  app = await createTestApp({ upstream: { firstTokenMs: 20, gapMs: 50, tokens: 40 } })
  observer = new Observer(app.url)
  await observer.begin()
})
afterAll(() => app?.close())

const works: Expected = {
  send: 200,
  read: 200,
  login: 200,
  ready: { status: 200, part: { database: 'ok' } },
  reply: 'done',
}

test.each([
  ['clock set back by a day', day],
  ['clock set forward by a day', -day],
])(
  'everything works with the %s',
  async (name, change) => {
    const begin = () => app.clock.setBack(change)
    await observeOutage(observer, { name, begin, end: () => app.clock.setBack(-change) }, works)
  },
  60_000,
)
