import { hash, randomUUID } from 'node:crypto'
import { isBlank } from '#engine/is-blank.ts'
import type { ChatService, Incoming } from './chat-service.ts'
import { requestJson } from './request-json.ts'
import type { Log } from './try-until-answered.ts'

/** Seconds for which the server holds a request until there is a message. */
const pollSeconds = 30

interface RoomEvent {
  event_id: string
  type: string
  sender: string
  state_key?: string
  content: {
    msgtype?: string
    body?: unknown
    'm.relates_to'?: { rel_type?: string }
    membership?: string
    displayname?: string | null
  }
  unsigned?: { prev_content?: { membership?: string } }
}

interface JoinedRoom {
  state?: { events: RoomEvent[] }
  timeline: { events: RoomEvent[]; limited?: boolean; prev_batch?: string }
}

interface Sync {
  next_batch: string
  rooms?: { join?: Record<string, JoinedRoom>; invite?: Record<string, unknown> }
}

interface Page {
  chunk: RoomEvent[]
  state?: RoomEvent[]
  end?: string
}

const none = { types: [] }
const wanted = { types: ['m.room.message', 'm.room.encrypted', 'm.room.member'] }
/** Each answer has the names of the people whose messages it has. */
const names = { lazy_load_members: true, include_redundant_members: true }
const filter = JSON.stringify({
  presence: none,
  account_data: none,
  room: {
    ephemeral: none,
    account_data: none,
    state: { types: ['m.room.member'], ...names },
    timeline: { ...wanted, limit: 100 },
  },
})

/** The account of a token. `url`: the address of its server. The client-server API is a few calls with JSON. */
export async function connectMatrix(
  token: string,
  url: string,
  channels: ReadonlySet<string>,
  log: Log,
): Promise<ChatService> {
  const call = <T = unknown>(method: string, path: string, body?: object) =>
    requestJson<T>({
      log,
      name: `Matrix ${method} /${path.split(/[/?]/)[1]}`,
      url: `${url}/_matrix/client/v3${path}`,
      method,
      headers: { authorization: `Bearer ${token}` },
      body,
      timeout: pollSeconds + 30,
    })
  const isOwnJoin = (event: RoomEvent) => isJoin(event, id)
  const roomPath = (room: string) => `/rooms/${encodeURIComponent(room)}`
  const send = async (room: string, transaction: string, content: object) => {
    const path = `${roomPath(room)}/send/m.room.message/${encodeURIComponent(transaction)}`
    return (await call<{ event_id: string }>('PUT', path, content)).event_id
  }

  async function join(room: string): Promise<void> {
    if (!channels.has(room)) return log(`The bot is invited to ${room}, which is not in BOT_CHANNELS.`)
    await call('POST', `${roomPath(room)}/join`, {}).catch((error: Error) =>
      log(`Invite ${id} to ${room}, which it cannot join: ${error.message}`),
    )
  }

  /** The messages that did not fit into the answer to `sync`. */
  async function readGap(room: string, from: string, to: string): Promise<Page> {
    const gap: Page = { chunk: [], state: [] }
    for (let token: string | undefined = from; token !== undefined; ) {
      const query = { dir: 'b', from: token, to, limit: '100', filter: JSON.stringify({ ...wanted, ...names }) }
      const page: Page = await call('GET', `${roomPath(room)}/messages?${new URLSearchParams(query)}`)
      gap.chunk.unshift(...page.chunk.reverse())
      gap.state?.push(...(page.state ?? []))
      token = page.end === token || page.chunk.some(isOwnJoin) ? undefined : page.end
    }
    return gap
  }

  async function readRoom(room: string, { state, timeline }: JoinedRoom, since: string): Promise<Incoming[]> {
    const { events, limited, prev_batch } = timeline
    // What was written before the bot joined is not for it.
    const isWhole = !limited || prev_batch === undefined || events.some(isOwnJoin)
    const gap: Page = isWhole ? { chunk: [] } : await readGap(room, prev_batch, since)
    const found = [...gap.chunk, ...events]
    const joined = found.findLastIndex(isOwnJoin)
    const members = [...(gap.state ?? []), ...(state?.events ?? [])]
    return found.slice(joined + 1).flatMap((event) => {
      if (event.type === 'm.room.encrypted') log(`Room ${room} is encrypted, so the bot cannot read it.`)
      return event.sender === id ? [] : readMessage(room, event, nameOf(event.sender, members))
    })
  }

  const { user_id: id } = await call<{ user_id: string }>('GET', '/account/whoami')
  for (const room of channels) await join(room)

  return {
    id,
    prefix: '!',
    // An edit has the text four times, with up to five bytes of a character.
    maxLength: 3_000,
    // Each edit is an event that the room keeps.
    editInterval: 5_000,
    async receive(cursor) {
      const timeout = String(1_000 * pollSeconds)
      const query = new URLSearchParams(cursor === null ? { filter } : { filter, since: cursor, timeout })
      const { next_batch, rooms } = await call<Sync>('GET', `/sync?${query}`)
      for (const room of Object.keys(rooms?.invite ?? {})) await join(room)
      const messages: Incoming[] = []
      for (const [room, joined] of Object.entries(rooms?.join ?? {}))
        if (cursor !== null && channels.has(room)) messages.push(...(await readRoom(room, joined, cursor)))
      return { cursor: next_batch, messages }
    },
    post: (room, text, key) => send(room, key, contentOf(text)),
    async edit(room, event, text) {
      const content = contentOf(text)
      const relation = { rel_type: 'm.replace', event_id: event }
      await send(room, randomUUID(), { ...content, 'm.new_content': content, 'm.relates_to': relation })
    },
  }
}

function isJoin({ type, state_key, content, unsigned }: RoomEvent, user: string): boolean {
  if (type !== 'm.room.member' || state_key !== user) return false
  return content.membership === 'join' && unsigned?.prev_content?.membership !== 'join'
}

/** Edits and what other bots write (`m.notice`) are not answered. */
function readMessage(channel: string, { event_id, type, content }: RoomEvent, speaker: string): Incoming[] {
  const { msgtype = '', body, 'm.relates_to': relation } = content
  if (type !== 'm.room.message' || typeof body !== 'string' || relation?.rel_type === 'm.replace') return []
  if (!['m.text', 'm.emote'].includes(msgtype) || isBlank(body)) return []
  const text = msgtype === 'm.emote' ? `*${body}*` : body
  return [{ key: `matrix-${hash('sha256', event_id, 'base64url')}`, channel, speaker, text }]
}

function nameOf(user: string, members: RoomEvent[]): string {
  const member = members.findLast(({ type, state_key }) => type === 'm.room.member' && state_key === user)
  return member?.content.displayname || (user.slice(1).split(':')[0] ?? user)
}

/** A notice, which other bots do not answer. It mentions nobody. */
function contentOf(text: string): object {
  const format = 'org.matrix.custom.html'
  return { msgtype: 'm.notice', body: text, format, formatted_body: htmlOf(text), 'm.mentions': {} }
}

/** Of Markdown, what stories have: emphasis and lines. */
function htmlOf(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
  return text
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
    .replace(/\*\*([^*\n]+)\*\*/g, '<strong>$1</strong>')
    .replace(/\*([^*\n]+)\*/g, '<em>$1</em>')
    .replace(/(?<!\w)_([^_\n]+)_(?!\w)/g, '<em>$1</em>')
    .replaceAll('\n', '<br>')
}
