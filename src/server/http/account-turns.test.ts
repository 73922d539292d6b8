import { fastify } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Viewer } from '#server/core/viewer.ts'
import { answerInTurn } from './account-turns.ts'

let app: ReturnType<typeof createApp>
/** The requests whose handlers run, in the order of their beginning; each ends when its function is called. */
let running: Map<string, (answer: string | Error) => void>
let begun: PromiseWithResolvers<void>

function createApp() {
  const server = fastify()
  server.decorateRequest('viewer', {
    getter() {
      return { id: String(this.headers.account) } as Viewer
    },
  })
  answerInTurn(server)
  for (const [path, inTurn] of [
    ['/in-turn/:name', true],
    ['/free/:name', false],
  ] as const) {
    server.get(path, { config: { access: 'signed-in', inTurn } }, async (request) => {
      const { name } = request.params as { name: string }
      return new Promise((resolve, reject) => {
        running.set(name, (answer) => (answer instanceof Error ? reject(answer) : resolve(answer)))
        begun.resolve()
        begun = Promise.withResolvers()
      })
    })
  }
  return server
}

const get = async (account: string, path: string) => app.inject({ url: path, headers: { account } })
/** Resolves when the next handler begins. */
const nextBegins = () => begun.promise
const end = (name: string, answer: string | Error = 'done') => running.get(name)?.(answer)

beforeEach(() => {
  running = new Map()
  begun = Promise.withResolvers()
  app = createApp()
})
afterEach(() => app.close())

test('requests of an account are answered one after the other, those of others and of other routes at once', async () => {
  const requests: Promise<{ statusCode: number }>[] = []
  for (const [account, path] of [
    ['ada', '/in-turn/first'],
    ['ada', '/in-turn/second'],
    ['bo', '/in-turn/other account'],
    ['ada', '/free/other route'],
  ] as const) {
    const next = path === '/in-turn/second' ? null : nextBegins()
    requests.push(get(account, path))
    await next
  }
  expect([...running.keys()]).toEqual(['first', 'other account', 'other route'])
  const next = nextBegins()
  end('first')
  await next
  for (const name of running.keys()) end(name)
  expect((await Promise.all(requests)).map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
})

test('a turn also ends with an error', async () => {
  let next = nextBegins()
  const first = get('ada', '/in-turn/first')
  await next
  next = nextBegins()
  const second = get('ada', '/in-turn/second')
  end('first', new Error('broken'))
  expect((await first).statusCode).toBe(500)
  await next
  end('second')
  expect((await second).statusCode).toBe(200)
})

test('after a large answer, the next one of the account begins after a pause', async () => {
  let next = nextBegins()
  const first = get('ada', '/in-turn/first')
  await next
  next = nextBegins()
  const second = get('ada', '/in-turn/second')
  end('first', 'x'.repeat(600_000))
  await first
  // A request of another account begins in the pause.
  const other = get('bo', '/in-turn/third')
  await next
  expect([...running.keys()]).toEqual(['first', 'third'])
  next = nextBegins()
  end('third')
  await next
  expect([...running.keys()]).toEqual(['first', 'third', 'second'])
  end('second')
  expect((await Promise.all([second, other])).map(({ statusCode }) => statusCode)).toEqual([200, 200])
})
