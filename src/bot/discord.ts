import { EventEmitter, on } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { type ChatService, commands, type Incoming, placeholder } from './chat-service.ts'
import { runGateway } from './discord-gateway.ts'
import { requestJson } from './request-json.ts'
import type { Log } from './try-until-answered.ts'

/** Messages of servers and direct messages, with their texts. */
const intents = (1 << 9) | (1 << 12) | (1 << 15)
const allowed_mentions = { parse: [] }
/** The most messages that are read at once. */
const pageSize = 100

interface Message {
  id: string
  channel_id: string
  /** 0: a message; 19: an answer to another one. */
  type: number
  content: string
  author: User & { bot?: boolean }
  mentions: User[]
}

interface User {
  id: string
  username: string
  global_name?: string | null
}

interface Interaction {
  id: string
  token: string
  /** 2: a slash command. */
  type: number
  channel_id: string
  data: { name: string; options?: { value: string }[] }
}

interface Cursor {
  /** The newest message of each channel. What was written since is read when the bot connects again. */
  newest: Record<string, string>
}

interface Batch {
  messages: Incoming[]
  newest: Cursor['newest']
}

/** The bot of a token. `api`: the address of the HTTP API. */
export async function connectDiscord(
  token: string,
  api: string,
  channels: ReadonlySet<string>,
  log: Log,
): Promise<ChatService> {
  const call = <T = unknown>(method: string, path: string, body?: object) =>
    requestJson<T>({
      log,
      name: `Discord ${method} /${path.split('/')[1]}`,
      url: api + path,
      method,
      headers: { authorization: `Bot ${token}`, 'user-agent': 'DiscordBot (troupe, 1)' },
      body,
    })
  const { id } = await call<{ id: string }>('GET', '/applications/@me')
  await call('PUT', `/applications/${id}/commands`, listCommands())
  /** The events that concern the bot, each with what is read of it. */
  const events = new EventEmitter<{ event: [Promise<Batch>]; error: [Error] }>()
  const received = on(events, 'event')
  let cursorNow: Cursor | null = null

  function start(cursor: Cursor): Cursor {
    const onEvent = (name: string, data: unknown) => {
      const batch = readEvent(name, data)
      if (batch) events.emit('event', batch)
    }
    runGateway({ token, intents, findUrl, onEvent, log }).catch((error) => events.emit('error', error))
    return cursor
  }

  async function findUrl(): Promise<string> {
    const { url, session_start_limit: limit } = await call<{
      url: string
      session_start_limit: { remaining: number; reset_after: number }
    }>('GET', '/gateway/bot')
    if (limit.remaining === 0) await wait(limit.reset_after)
    return url
  }

  function readEvent(name: string, data: unknown): Promise<Batch> | null {
    if (name === 'READY') return readMissed(cursorNow?.newest ?? {})
    if (name === 'MESSAGE_CREATE' && channels.has((data as Message).channel_id))
      return Promise.resolve(batchOf([data as Message]))
    if (name === 'INTERACTION_CREATE' && (data as Interaction).type === 2) return readCommand(data as Interaction)
    return null
  }

  /** What was written after the newest messages; nothing of a channel of which none is known. */
  async function readMissed(newest: Cursor['newest']): Promise<Batch> {
    const batches: Batch[] = []
    for (const channel of channels) {
      try {
        batches.push(await readMissedOf(channel, newest[channel]))
      } catch (error) {
        log(`Channel ${channel} cannot be read: ${(error as Error).message}`)
      }
    }
    return {
      messages: batches.flatMap(({ messages }) => messages),
      newest: Object.assign({}, ...batches.map((batch) => batch.newest)),
    }
  }

  async function readMissedOf(channel: string, newest: string | undefined): Promise<Batch> {
    const path = `/channels/${channel}/messages`
    if (newest === undefined) {
      const [message] = await call<Message[]>('GET', `${path}?limit=1`)
      return { messages: [], newest: { [channel]: message?.id ?? '0' } }
    }
    const missed: Message[] = []
    for (let isWhole = false; !isWhole; ) {
      const page = await call<Message[]>('GET', `${path}?after=${missed.at(-1)?.id ?? newest}&limit=${pageSize}`)
      // The newest message of a page comes first.
      missed.push(...page.reverse())
      isWhole = page.length < pageSize
    }
    return batchOf(missed)
  }

  /** A command must be answered within three seconds: with the message that its answer is written into. */
  async function readCommand({ id: key, token: secret, channel_id: channel, data }: Interaction): Promise<Batch> {
    const answer = { type: 4, data: { content: placeholder, allowed_mentions } }
    const post = await call<{ resource: { message: { id: string } } }>(
      'POST',
      `/interactions/${key}/${secret}/callback?with_response=true`,
      answer,
    )
      .then(({ resource }) => resource.message.id)
      // It may have been answered before the bot was killed or the connection was lost.
      .catch(() => call<Message>('GET', `/webhooks/${id}/${secret}/messages/@original`).then((message) => message.id))
      .catch((error: Error) => log(`Channel ${channel}: a command came too late: ${error.message}`))
    const text = [`/${data.name}`, ...(data.options ?? []).map(({ value }) => value)].join(' ')
    const messages = post ? [{ key: `discord-${key}`, channel, speaker: null, text, post }] : []
    return { messages, newest: {} }
  }

  return {
    id,
    prefix: '/',
    maxLength: 2_000,
    editInterval: 1_500,
    async receive(cursor) {
      cursorNow ??= start(cursor === null ? { newest: {} } : JSON.parse(cursor))
      const { value } = await received.next()
      const [batch] = value as [Promise<Batch>]
      const { messages, newest } = await batch
      cursorNow = { newest: { ...cursorNow.newest, ...newest } }
      return { cursor: JSON.stringify(cursorNow), messages }
    },
    async post(channel, content, key) {
      const nonce = key.replace('discord-', '')
      const body = { content, allowed_mentions, nonce, enforce_nonce: true }
      return (await call<Message>('POST', `/channels/${channel}/messages`, body)).id
    },
    async edit(channel, message, content) {
      await call('PATCH', `/channels/${channel}/messages/${message}`, { content, allowed_mentions })
    },
  }
}

function batchOf(messages: Message[]): Batch {
  const newest = messages.at(-1)
  return {
    messages: messages.flatMap(readMessage),
    newest: newest ? { [newest.channel_id]: newest.id } : {},
  }
}

function readMessage({ id, channel_id, type, content, author, mentions }: Message): Incoming[] {
  if (author.bot || ![0, 19].includes(type) || content === '') return []
  const text = content.replace(/<@!?(\d+)>/g, (mention, user) => {
    const found = mentions.find((one) => one.id === user)
    return found ? `@${nameOf(found)}` : mention
  })
  return [{ key: `discord-${id}`, channel: channel_id, speaker: nameOf(author), text }]
}

const nameOf = ({ global_name, username }: User) => global_name || username

/** Only for servers and direct messages of the bot, where it can edit its answers at any time. */
function listCommands(): object[] {
  const option = { type: 3, max_length: 500 }
  const options: Record<string, object[]> = {
    character: [{ ...option, name: 'name', description: 'The name, or a part of it', required: true }],
    swipe: [{ ...option, name: 'hint', description: 'What should be different' }],
  }
  return Object.entries(commands).map(([name, description]) => ({
    name,
    description,
    options: options[name] ?? [],
    integration_types: [0],
    contexts: [0, 1],
  }))
}
