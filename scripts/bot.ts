// `npm run bot -- telegram`: lets people talk to characters in another chat service (docs/bots.md).
import path from 'node:path'
import { Bot } from '../src/bot/bot.ts'
import { connectTelegram } from '../src/bot/telegram.ts'
import { Troupe } from '../src/bot/troupe.ts'

const { env } = process
const log = (line: string) => console.error(line)

function setting(name: string, form: RegExp, example: string, fallback?: string): string {
  const value = env[name] || fallback
  if (value !== undefined && form.test(value)) return value
  throw new Error(`Set ${name}, such as ${example} (docs/bots.md).`)
}

const address = (name: string, fallback: string) => setting(name, /^https?:\/\/[^/]/, fallback, fallback)

try {
  const [name] = process.argv.slice(2)
  if (name !== 'telegram') throw new Error('Name the service: npm run bot -- telegram')
  const token = setting('TELEGRAM_TOKEN', /^\d+:[\w-]+$/, '123456:ABC-DEF, which @BotFather gives you')
  const key = setting('TROUPE_KEY', /^trp_[\w-]+$/, 'trp_…, from the account page')
  const troupe = new Troupe(address('TROUPE_URL', 'http://localhost:3000'), key, log)
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
