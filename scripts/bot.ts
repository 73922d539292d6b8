// `npm run bot -- telegram|discord|matrix`: lets people talk to characters in another chat service (docs/bots.md).
import path from 'node:path'
import { Bot } from '../src/bot/bot.ts'
import { connectDiscord } from '../src/bot/discord.ts'
import { connectMatrix } from '../src/bot/matrix.ts'
import { connectTelegram } from '../src/bot/telegram.ts'
import { Troupe } from '../src/bot/troupe.ts'

const { env } = process
const log = (line: string) => console.error(line)

function setting(name: string, form: RegExp, example: string, fallback?: string): string {
  const value = env[name] || fallback
  if (value !== undefined && form.test(value)) return value
  throw new Error(`Set ${name}, such as ${example} (docs/bots.md).`)
}

const address = (name: string, example: string, fallback?: string) =>
  setting(name, /^https?:\/\/[^/]/, example, fallback).replace(/\/+$/, '')

const ids = (env.BOT_CHANNELS ?? '').split(',').map((id) => id.trim())
const channels = new Set(ids.filter((id) => id !== ''))

const services = {
  telegram() {
    const token = setting('TELEGRAM_TOKEN', /^\d+:[\w-]+$/, '123456:ABC-DEF, which @BotFather gives you')
    const api = 'https://api.telegram.org'
    return connectTelegram(token, address('TELEGRAM_API', api, api), log)
  },
  discord() {
    const token = setting('DISCORD_TOKEN', /^[\w-]+(\.[\w-]+){2}$/, 'MTA….G….…, from the page “Bot” of the application')
    const api = 'https://discord.com/api/v10'
    return connectDiscord(token, address('DISCORD_API', api, api), channels, log)
  },
  matrix() {
    const token = setting('MATRIX_TOKEN', /^\S+$/, 'syt_…, the access token of the account')
    return connectMatrix(token, address('MATRIX_URL', 'https://matrix.example.org'), channels, log)
  },
}

try {
  const [name = ''] = process.argv.slice(2)
  const connect = Object.hasOwn(services, name) && services[name as keyof typeof services]
  if (!connect) throw new Error(`Name the service: npm run bot -- ${Object.keys(services).join('|')}`)
  const key = setting('TROUPE_KEY', /^trp_[\w-]+$/, 'trp_…, from the account page')
  const url = 'http://localhost:3000'
  const troupe = new Troupe(address('TROUPE_URL', url, url), key, log)
  await troupe.call('GET', '/api/auth/me')
  const service = await connect()
  const stateFile = path.resolve(env.DATA_DIR || 'data', 'bots', `${name}-${encodeURIComponent(service.id)}.json`)
  const bot = new Bot({ service, troupe, stateFile, channels, log })
  log('The bot is running.')
  await bot.run()
} catch (error) {
  log(error instanceof Error ? error.message : String(error))
  process.exit(1)
}
