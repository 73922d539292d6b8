import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, expect, test } from 'vitest'
import { BotProcess } from '#tests/support/bot-process.ts'
import { createApiKey } from '#tests/support/create-api-key.ts'
import { createCuttingProxy } from '#tests/support/cutting-proxy.ts'
import type { FakeChatService } from '#tests/support/fake-chat-service.ts'
import { startFakeDiscord } from '#tests/support/fake-discord.ts'
import { startFakeMatrix } from '#tests/support/fake-matrix.ts'
import { startFakeTelegram } from '#tests/support/fake-telegram.ts'
import { startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { serve } from '#tests/support/serve.ts'
import { type Client, createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

const reply = 'The kettle sings. “Sit down,” says the keeper, and pours *two* cups of tea & milk.'
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
const long = 'A lamp is lit on the pier. '.repeat(200).trim()
await createCharacter(player, { name: 'Long Greeter', greeting: long })

let service: FakeChatService
let bot: BotProcess

/** Starts a fake service, and the bot on it. */
async function begin<F extends FakeChatService>(
  startFake: () => Promise<F>,
  { url = app.url, channels = [] as string[] } = {},
): Promise<F> {
  const fake = await startFake()
  service = fake
  bot = new BotProcess(fake, { url, key }, channels)
  bot.start()
  await fake.ready()
  return fake
}

afterEach(async () => {
  paused = null
  await bot.remove()
  await service.close()
  for (const secret of [
    key,
    ...Object.entries(service.env).flatMap(([name, value]) => (/TOKEN/.test(name) ? value : [])),
  ])
    expect(bot.output).not.toContain(secret)
  expect(service.early).toEqual([])
  expect(service.pending()).toBe(0)
})

/** Resolves when the bot has written these texts, and nothing else. */
async function expectTexts(channel: string, texts: (string | RegExp)[]): Promise<void> {
  const isLike = (text: string | undefined, expected: string | RegExp | undefined) =>
    expected instanceof RegExp ? expected.test(text ?? '') : text === expected
  const written = () => service.textsOf(channel)
  await service.until(() => written().length >= texts.length && isLike(written().at(-1), texts.at(-1)))
  expect(written()).toEqual(texts.map((text) => (text instanceof RegExp ? expect.stringMatching(text) : text)))
}

/** The messages of the newest conversation. */
async function readConversation(client: Client = player): Promise<string[]> {
  await waitForReplies(app)
  const [newest] = await client.get<{ id: string }[]>('/api/conversations')
  const { messages } = await client.get<{ messages: { content: string }[] }>(`/api/conversations/${newest?.id}`)
  return messages.map(({ content }) => content.trim())
}

const fakes: [string, () => Promise<FakeChatService>][] = [
  ['Telegram', startFakeTelegram],
  ['Discord', startFakeDiscord],
  ['Matrix', startFakeMatrix],
]

test.each(fakes)(
  '%s: people of a group talk to the character that they choose, in spite of limits and lost connections',
  async (name, startFake) => {
    const proxy = createCuttingProxy(app.url)
    const { url, close } = await serve(proxy)
    const { group, prefix } = await begin(startFake, { url })
    service.write(group, 'Mara', `${prefix}character xyzzy`)
    service.write(group, 'Mara', `${prefix}character brine`)
    const begun = [/no character “xyzzy”/, greeting]
    await expectTexts(group, begun)

    service.interrupt()
    service.fail('post', 'cut-after')
    service.fail('edit', service.shortestLimit)
    service.fail('edit', 'cut-before')
    service.write(group, 'Mara', 'Hello.')
    service.write(group, `${prefix}new: Tom`, 'Is it late?')
    await expectTexts(group, [...begun, reply, reply])
    expect(await readConversation()).toEqual([greeting, 'Mara: Hello.', reply, 'new Tom: Is it late?', reply])
    expect(proxy.cuts).toBe(1)
    // Telegram cannot tell that a message was posted already, whose id was lost with its connection.
    const placeholders = service.messages.filter(({ text }) => text === '…')
    expect(placeholders).toHaveLength(name === 'Telegram' ? 1 : 0)

    service.write(group, 'Tom', `${prefix}swipe shorter`)
    await expectTexts(group, [...begun, reply, reply, reply])
    expect(JSON.stringify(model.requests.at(-1)?.body)).toContain('shorter')
    expect(await readConversation()).toHaveLength(5)
    await close()
  },
)

test.each(fakes)(
  '%s: a bot that is killed in the middle of a reply goes on in the same message',
  async (_, startFake) => {
    const { group, prefix } = await begin(startFake)
    service.write(group, 'Mara', `${prefix}character Brine Keeper`)
    await expectTexts(group, [greeting])
    paused = []
    service.write(group, 'Mara', 'Good evening.')
    service.write(group, 'Mara', 'Are you there?')
    await service.until(() => service.textsOf(group).length === 2)
    const [, started] = service.messages
    expect(started?.text).not.toBe(reply)
    await bot.kill()
    service.write(group, 'Tom', 'Good night.')
    paused[0]?.end(events.slice(10).join(''))
    paused = null
    bot.start()
    await expectTexts(group, [greeting, reply, reply, reply])
    expect(service.messages[1]).toBe(started)
    const said = ['Mara: Good evening.', 'Mara: Are you there?', 'Tom: Good night.']
    expect(await readConversation()).toEqual([greeting, ...said.flatMap((text) => [text, reply])])
  },
)

test('Telegram: a reply is stopped while it is written, and a long text becomes several messages', async () => {
  const { direct } = await begin(startFakeTelegram)
  service.write('9', 'Eve', 'Hello?')
  service.write('9', 'Eve', '/start')
  service.write(direct, 'Mara', '/stop')
  service.write(direct, 'Mara', 'Hello?')
  service.write(direct, 'Mara', '/new@other_bot')
  service.write(direct, 'Mara', '/character@troupe_bot long greeter')
  const before = ['No reply is being written.', /^Choose who you talk to/, long.slice(0, 4_093), long.slice(4_094)]
  await expectTexts(direct, before)
  await expectTexts('9', [/BOT_CHANNELS: 9$/])
  paused = []
  service.write(direct, 'Mara', 'Good evening.')
  await service.until(() => service.textsOf(direct).length === 5)
  service.write(direct, 'Mara', '/stop')
  service.write(direct, 'Mara', '/help')
  await service.until(() => service.textsOf(direct).length === 6)
  expect(service.textsOf(direct).at(-1)).toMatch(/^\/character – /)
  expect(reply.startsWith(service.textsOf(direct)[4] ?? '-')).toBe(true)
  expect(service.textsOf(direct)[4]).not.toBe(reply)
  expect((await readConversation()).at(1)).toBe('Good evening.')
})

test('Discord: slash commands are answered in time, and what was written between two sessions too', async () => {
  const discord = await begin(startFakeDiscord)
  const { group } = discord
  discord.command('9', 'help')
  await expectTexts('9', [/BOT_CHANNELS: 9$/])
  discord.command(group, 'character', 'long greeter')
  const texts: (string | RegExp)[] = [long.slice(0, 1_999), long.slice(2_000, 3_997), long.slice(3_998)]
  await expectTexts(group, texts)
  discord.command(group, 'character', 'brine')
  texts.push(greeting)
  await expectTexts(group, texts)

  paused = []
  discord.write(group, 'Mara', 'Good evening.')
  await discord.until(() => discord.textsOf(group).length === texts.length + 1)
  discord.command(group, 'stop')
  texts.push(/^The kettle/, 'Stopped.')
  await expectTexts(group, texts)
  expect(discord.textsOf(group).at(-2)).not.toBe(reply)
  paused = null

  for (const how of ['reconnect', 'invalid', 'silent'] as const) {
    discord.end(how)
    discord.write(group, 'Mara', `Is it late? (${how})`)
    texts.push(reply)
    await expectTexts(group, texts)
  }
  await bot.kill()
  discord.write(group, 'Tom', 'Good night.')
  const command = discord.command(group, 'swipe')
  discord.end('invalid')
  bot.start()
  texts.push(reply)
  await expectTexts(group, texts)
  expect([command.answer, discord.violations]).toEqual([null, []])
  expect(discord.heartbeats()).toBeGreaterThan(0)
})

test('Matrix: what is no message of a person is not answered, and replies keep their emphasis', async () => {
  const third = '!third:example.org'
  const matrix = await begin(startFakeMatrix, { channels: [third] })
  const { group } = matrix
  matrix.write(group, 'Mara', '!character long greeter')
  await expectTexts(group, [long.slice(0, 2_998), long.slice(2_999)])
  const hello = matrix.write(group, 'Mara', 'Hello <b>you</b>.')
  matrix.write(group, 'Mara', '* Hullo.', { 'm.relates_to': { rel_type: 'm.replace', event_id: hello } })
  matrix.write(group, 'Another bot', 'Beep.', { msgtype: 'm.notice' })
  matrix.write(group, 'Ned', 'waves', { msgtype: 'm.emote' })
  await matrix.until(() => matrix.textsOf(group).length === 4)
  await expectTexts(group, [/^A lamp/, /^lamp/, reply, reply])
  expect(await readConversation()).toEqual([long, 'Mara: Hello <b>you</b>.', reply, 'Ned: *waves*', reply])
  const content = { formatted_body: expect.stringContaining('pours <em>two</em> cups of tea &amp; milk') }
  expect(matrix.contentsOf(group)).toContainEqual(
    expect.objectContaining({ 'm.new_content': expect.objectContaining(content) }),
  )

  matrix.invite('!other:example.org')
  matrix.invite(third)
  await matrix.until(() => matrix.contentsOf(third).length === 2)
  matrix.write(third, 'Mara', '!stop')
  await expectTexts(third, ['No reply is being written.'])
  expect(bot.output).toContain('!other:example.org, which is not in BOT_CHANNELS')
})
