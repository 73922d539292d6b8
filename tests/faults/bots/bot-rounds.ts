import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConversationPage } from '#shared/chat.ts'
import { BotProcess } from '#tests/support/bot-process.ts'
import type { FakeChatService } from '#tests/support/fake-chat-service.ts'
import { startFakeDiscord } from '#tests/support/fake-discord.ts'
import { startFakeMatrix } from '#tests/support/fake-matrix.ts'
import { startFakeTelegram } from '#tests/support/fake-telegram.ts'
import { type Script, startScriptedUpstream, streamOf } from '#tests/support/scripted-upstream.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { Client, createCharacter } from '#tests/support/test-app.ts'
import { testEnv } from '../environments/environment.ts'

/** Milliseconds until a message counts as lost. */
const deadline = 60_000
/** The longest time between two kills: a bot starts, and writes some replies. */
const longestRound = 1_200
const fakes: Record<string, () => Promise<FakeChatService>> = {
  Telegram: startFakeTelegram,
  Discord: startFakeDiscord,
  Matrix: startFakeMatrix,
}
/** What happens before a kill, besides nothing. */
const disturbances: ((service: FakeChatService) => void)[] = [
  () => {},
  (service) => service.interrupt(),
  (service) => service.fail('post', 'cut-after'),
  (service) => service.fail('edit', 'cut-after'),
  (service) => service.fail('edit', service.shortestLimit),
]
const people = ['Mara', 'Tom', 'Ines']

/** Replies slowly to “message 7” with “I heard message 7.” */
export const echoNumbers: Script = ({ text }, _, response) => {
  const number = text.match(/message \d+/g)?.at(-1)
  void (async () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of streamOf(`I heard ${number}.`).split(/(?<=\n\n)/)) {
      response.write(event)
      await sleep(20)
    }
    response.end()
  })()
  return null
}

interface BotRounds {
  startFake: () => Promise<FakeChatService>
  url: string
  /** Owns the key. Its newest conversation becomes that of the bot. */
  player: Client
  key: string
  kills: number
}

/**
 * Kills a bot at random moments while people write to it and the service fails. Each message must then be in the conversation once, in order, and
 * be answered in the channel once. Returns what was lost or answered twice.
 */
export async function runBotRounds({ startFake, url, player, key, kills }: BotRounds): Promise<string[]> {
  const service = await startFake()
  const { group, prefix } = service
  const bot = new BotProcess(service, { url, key })
  const { name, greeting } = await createCharacter(player, { name: `Listener ${crypto.randomUUID()}` })
  const heard = () => service.textsOf(group).filter((text) => /^I heard message \d+\.$/.test(text))
  try {
    bot.start()
    await service.ready()
    service.write(group, 'Mara', `${prefix}character ${name}`)
    await service.until(() => service.textsOf(group).includes(greeting))
    const said: string[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      for (let count = Math.floor(3 * Math.random()); count >= 0; count -= 1) {
        const speaker = people[said.length % people.length] ?? ''
        service.write(group, speaker, `This is message ${said.length}.`)
        said.push(`${speaker}: This is message ${said.length}.`)
      }
      await sleep(longestRound * Math.random())
      const disturb = disturbances[Math.floor(disturbances.length * Math.random())]
      disturb?.(service)
      await sleep(longestRound * Math.random() * Math.random())
      await bot.kill()
      bot.start()
    }
    await Promise.race([
      service.until(() => new Set(heard()).size === said.length),
      sleep(deadline, null, { ref: false }),
    ])
    return listViolations(said, service.textsOf(group), await readSaid(player))
  } finally {
    await bot.remove()
    await service.close()
  }
}

async function readSaid(player: Client): Promise<string[]> {
  const [newest] = await player.get<{ id: string }[]>('/api/conversations')
  const said: string[] = []
  for (let before: string | undefined = ''; before !== undefined; ) {
    const older: string = before && `&before=${before}`
    const page: ConversationPage = await player.get(`/api/conversations/${newest?.id}?limit=100${older}`)
    said.unshift(...page.messages.filter(({ role }) => role === 'user').map(({ content }) => content))
    before = page.messages.length === 100 ? page.messages[0]?.id : undefined
  }
  return said
}

function listViolations(said: string[], shown: string[], stored: string[]): string[] {
  const violations = said.flatMap((_, number) => {
    const count = shown.filter((text) => text === `I heard message ${number}.`).length
    return count === 1 ? [] : [`message ${number} was answered ${count} times`]
  })
  const unfinished = shown.filter((text) => /^I heard/.test(text) && !text.endsWith('.'))
  violations.push(...unfinished.map((text) => `a reply was not finished: ${text}`))
  if (JSON.stringify(stored) !== JSON.stringify(said)) violations.push(`the conversation has ${JSON.stringify(stored)}`)
  return violations
}

/** Kills the bot of each service so often, on a server of its own. Returns what went wrong. */
export async function runBotTests(kills: number): Promise<string[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-bots-'))
  const upstream = await startScriptedUpstream(echoNumbers)
  const server = await ServerProcess.create({
    env: { ...testEnv(upstream.baseUrl), DATA_DIR: folder, LOCAL_MODELS: 'off' },
  })
  await server.start()
  const player = new Client(() => server.url)
  const password = 'quiet-harbor'
  await player.post('/api/auth/register', { username: 'bots', password })
  const { key } = await player.post<{ key: string }>('/api/auth/keys', {
    name: 'Bots',
    scope: 'chat',
    days: null,
    password,
  })
  const problems: string[] = []
  for (const [name, startFake] of Object.entries(fakes)) {
    const violations = await runBotRounds({ startFake, url: server.url, player, key, kills })
    console.log(`bots, ${name}: ${kills} kills, ${violations.length} violations`)
    problems.push(...violations.map((violation) => `bots, ${name}: ${violation}`))
  }
  await server.kill9()
  await upstream.close()
  rmSync(folder, { recursive: true, force: true })
  return problems
}
