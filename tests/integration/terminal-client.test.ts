import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { findFreePort } from '#tests/support/free-port.ts'
import { serve } from '#tests/support/serve.ts'
import { type Client, createCharacter, createTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let player: Client
let key: string

beforeAll(async () => {
  app = await createTestApp({ upstream: { tokens: 15, gapMs: 10 } })
  player = await app.signUp()
  key = (await createApiKey(app, player, { scope: 'chat' })).key
})
afterAll(() => app.close())

/** Runs the program with these lines as its input. */
async function run(args: string[], lines: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, ['packages/troupe-chat/troupe-chat.mjs', ...args], {
    env: { TROUPE_URL: app.url, TROUPE_KEY: key, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const [code] = await once(child, 'close')
  return { code, output }
}

test('the terminal client chats, asks for another version, and opens a conversation again', async () => {
  const { name, greeting } = await createCharacter(player, { name: 'Brine Keeper' })
  const { code, output } = await run([name.toLowerCase()], ['Good evening.', '/again shorter', '/quit'])
  expect([code, output]).toEqual([0, expect.stringContaining(greeting)])
  expect(output.match(/The curtain rises/g)).toHaveLength(2)
  expect(JSON.stringify(app.upstream.requests.at(-1)?.body)).toContain('shorter')
  const [, id = ''] = output.match(/--conversation (\S+)/) ?? []
  const again = await run(['--conversation', id], [])
  expect(again.output).toContain('> Good evening.')
})

test('a connection that is lost in a reply is made again, and nothing is said twice', async () => {
  const { id } = await createCharacter(player)
  const proxy = createCuttingProxy(app.url)
  const { url, close } = await serve(proxy)
  const { code, output } = await run([id], ['Good evening.'], { TROUPE_URL: url })
  await close()
  expect([code, proxy.cuts, output]).toEqual([0, 1, expect.any(String)])
  const [, conversation = ''] = output.match(/--conversation (\S+)/) ?? []
  const { messages } = await player.get<{ messages: { content: string }[] }>(`/api/conversations/${conversation}`)
  expect(messages).toHaveLength(3)
  expect(output).toContain(messages.at(-1)?.content)
})

test('a wrong key, an unknown character and a server that is away are said in words', async () => {
  const wrong = await run(['Ada'], [], { TROUPE_KEY: 'trp_wrong' })
  const unknown = await run(['Nobody of this name'], [])
  const away = await run(['Ada'], [], { TROUPE_URL: `http://127.0.0.1:${await findFreePort()}` })
  expect([wrong.code, unknown.code, away.code]).toEqual([1, 1, 1])
  expect(wrong.output).toMatch(/API key/)
  expect(unknown.output).toMatch(/There is no character “Nobody of this name”/)
  expect(away.output).toMatch(/does not answer \(ECONNREFUSED\)/)
})
