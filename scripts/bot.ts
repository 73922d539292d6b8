// `npm run bot -- telegram`: lets people talk to characters in another chat service (docs/bots.md).
import path from 'node:path'
import { Bot } from '../src/bot/bot.ts'
import { connectTelegram } from '../src/bot/telegram.ts'
import { Troupe } from '../src/bot/troupe.ts'

const { env } = process
const log = (line: string) => console.error(line)

function setting(name: string, fallback?: string): string {
  const value = env[name] || fallback
  if (value === undefined) throw new Error(`Set ${name} (docs/bots.md).`)
  return value
}

function address(name: string, fallback: string): string {
  const value = setting(name, fallback)
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? '')) throw new Error(`${name} must be an address: ${fallback}`)
  return value
}

try {
  const [name] = process.argv.slice(2)
  if (name !== 'telegram') throw new Error('Name the service: npm run bot -- telegram')
  const token = setting('TELEGRAM_TOKEN')
  if (!/^\d+:[\w-]+$/.test(token)) throw new Error('TELEGRAM_TOKEN must be the token that @BotFather gave you.')
  const troupe = new Troupe(address('TROUPE_URL', 'http://localhost:3000'), setting('TROUPE_KEY'), log)
  const channels = new Set((env.BOT_CHANNELS ?? '').split(',').map((id) => id.trim()))
  await troupe.call('GET', '/api/auth/me')
  const service = await connectTelegram(token, address('TELEGRAM_API', 'https://api.telegram.org'), log)
  const stateFile = path.resolve(env.DATA_DIR || 'data', 'bots', `${name}-${service.id}.json`)
  const bot = new Bot({ service, troupe, stateFile, channels, log })
  log('The bot is running.')
  await bot.run()
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
