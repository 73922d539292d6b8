import type { ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { launchScript, waitForExit } from '#tests/support/child-process.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { startFakeTelegram } from '#tests/support/fake-telegram.ts'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { serve } from '#tests/support/serve.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const token = '7100:not-a-real-token'
const group = -42
const reply = 'The kettle sings. “Sit down,” says the keeper, and pours two cups of tea.'
const events = streamOf(reply).split(/(?<=\n\n)/)
/** While there is a list, replies pause after some words, and are added to it. */
let paused: ServerResponse[] | null = null
const model = await startScriptedUpstream((_, __, response) => {
  if (paused === null) return { body: events.join('') }
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write(events.slice(0, 10).join(''))
  paused.push(response)
  return null
})
const app = await createSharedApp({ env: { MODEL_BASE_URL: model.baseUrl } })
afterAll(model.close)
const player = await app.signUp()
const { key } = await createApiKey(app, player, { scope: 'chat' })
const { greeting } = await createCharacter(player, { name: 'Brine Keeper' })

let telegram: Awaited<ReturnType<typeof startFakeTelegram>>
let dataDir: string
let bot: ChildProcess
let output: string

beforeEach(async () => {
  telegram = await startFakeTelegram(token)
  dataDir = mkdtempSync(path.join(tmpdir(), 'bot-'))
  output = ''
})
afterEach(async () => {
  await kill()
  await telegram.close()
  rmSync(dataDir, { recursive: true })
  expect(output).not.toMatch(new RegExp(`${token}|${key}`))
  expect(telegram.early).toEqual([])
  expect(telegram.pending()).toBe(0)
})

function startBot(troupeUrl = app.url): void {
  bot = launchScript('scripts/bot.ts', ['telegram'], {
    TROUPE_URL: troupeUrl,
    TROUPE_KEY: key,
    TELEGRAM_TOKEN: token,
    TELEGRAM_API: telegram.url,
    BOT_CHANNELS: `7, ${group}`,
    DATA_DIR: dataDir,
  })
  for (const stream of [bot.stdout, bot.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk
    })
}

async function kill(): Promise<void> {
  bot.kill('SIGKILL')
  await waitForExit(bot)
}

/** Resolves when the bot has written these texts, and nothing else. */
async function expectTexts(chat: number, texts: (string | RegExp)[]): Promise<void> {
  const isLike = (text: string | undefined, expected: string | RegExp | undefined) =>
    expected instanceof RegExp ? expected.test(text ?? '') : text === expected
  await telegram.until(
    () => telegram.textsOf(chat).length >= texts.length && isLike(telegram.textsOf(chat).at(-1), texts.at(-1)),
  )
  expect(telegram.textsOf(chat)).toEqual(
    texts.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text)),
  )
}

/** The messages of the newest conversation. */
async function readConversation(client: Client = player): Promise<string[]> {
  await waitForReplies(app)
  const [newest] = await client.get<{ id: string }[]>('/api/conversations')
  const { messages } = await client.get<{ messages: { content: string }[] }>(`/api/conversations/${newest?.id}`)
  return messages.map(({ content }) => content.trim())
}

test('people of a group talk to the character that they choose, in spite of limits and lost connections', async () => {
  const proxy = createCuttingProxy(app.url)
  const { url, close } = await serve(proxy)
  startBot(url)
  telegram.write(9, 'Eve', 'Hello?')
  telegram.write(9, 'Eve', '/start')
  telegram.write(group, 'Mara', '/character xyzzy')
  telegram.write(group, 'Mara', '/character@troupe_bot brine')
  telegram.write(group, 'Mara', '/new@other_bot')
  const begun = [/no character “xyzzy”/, greeting]
  await expectTexts(group, begun)
  await expectTexts(9, [/BOT_CHANNELS: 9$/])

  telegram.fail('getUpdates', 'cut-after')
  telegram.fail('sendMessage', 'cut-after')
  telegram.fail('editMessageText', 1)
  telegram.fail('editMessageText', 'cut-before')
  telegram.write(group, 'Mara', 'Hello.')
  telegram.write(group, '/new: Tom', 'Is it late?')
  await expectTexts(group, [...begun, reply, reply])
  expect(await readConversation()).toEqual([greeting, 'Mara: Hello.', reply, 'new Tom: Is it late?', reply])
  expect(proxy.cuts).toBe(1)
  // The placeholder whose id was lost with its connection.
  expect(telegram.messages.filter(({ text }) => text === '…')).toHaveLength(1)

  telegram.write(group, 'Tom', '/swipe shorter')
  await expectTexts(group, [...begun, reply, reply, reply])
  expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('shorter')
  expect(await readConversation()).toHaveLength(5)
  await close()
})

test('a bot that is killed in the middle of a reply goes on in the same message', async () => {
  startBot()
  telegram.write(7, 'Mara', '/character Brine Keeper')
  await expectTexts(7, [greeting])
  paused = []
  telegram.write(7, 'Mara', 'Good evening.')
  telegram.write(7, 'Mara', 'Are you there?')
  await telegram.until(() => telegram.textsOf(7).length === 2)
  const [, started] = telegram.messages
  expect(started?.text).not.toBe(reply)
  await kill()
  telegram.write(7, 'Mara', 'Good night.')
  paused[0]?.end(events.slice(10).join(''))
  paused = null
  startBot()
  await expectTexts(7, [greeting, reply, reply, reply])
  expect(telegram.messages[1]).toBe(started)
  expect(await readConversation()).toEqual(
    [greeting, 'Good evening.', 'Are you there?', 'Good night.'].flatMap((text, at) =>
      at === 0 ? text : [text, reply],
    ),
  )
})

test('a reply is stopped while it is written, and a long text becomes several messages', async () => {
  const long = 'A lamp is lit on the pier. '.repeat(200).trim()
  await createCharacter(player, { name: 'Long Greeter', greeting: long })
  startBot()
  telegram.write(7, 'Mara', '/stop')
  telegram.write(7, 'Mara', 'Hello?')
  telegram.write(7, 'Mara', '/character long greeter')
  const before = ['No reply is being written.', /^Choose who you talk to/, long.slice(0, 4_093), long.slice(4_094)]
  await expectTexts(7, before)
  paused = []
  telegram.write(7, 'Mara', 'Good evening.')
  await telegram.until(() => telegram.textsOf(7).length === 5)
  telegram.write(7, 'Mara', '/stop')
  telegram.write(7, 'Mara', '/help')
  await telegram.until(() => telegram.textsOf(7).length === 6)
  paused = null
  expect(telegram.textsOf(7).at(-1)).toMatch(/^\/character – /)
  expect(reply.startsWith(telegram.textsOf(7)[4] ?? '-')).toBe(true)
  expect(telegram.textsOf(7)[4]).not.toBe(reply)
})
