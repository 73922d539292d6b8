import { once } from 'node:events'
import { z } from 'zod'
import { ApiError, type FakeChatService, startFakeChatService } from './fake-chat-service.ts'

const token = 'syt_not_a_real_token'
const user = '@troupe:example.org'
/** The most events of a room in an answer, whatever the filter asks for. */
const mostEvents = 2
const mostBytes = 65_536

const text = z.strictObject({
  msgtype: z.literal('m.notice'),
  body: z.string().min(1),
  format: z.literal('org.matrix.custom.html'),
  formatted_body: z.string().min(1),
  'm.mentions': z.strictObject({}),
})
const edit = text.extend({
  'm.new_content': text,
  'm.relates_to': z.strictObject({ rel_type: z.literal('m.replace'), event_id: z.string() }),
})
const eventFilter = z.strictObject({
  types: z.array(z.string()),
  limit: z.int().min(1).optional(),
  lazy_load_members: z.literal(true).optional(),
  include_redundant_members: z.literal(true).optional(),
})
const syncFilter = z.strictObject({
  presence: eventFilter,
  account_data: eventFilter,
  room: z.strictObject({
    state: eventFilter,
    timeline: eventFilter,
    ephemeral: eventFilter,
    account_data: eventFilter,
  }),
})

interface RoomEvent {
  event_id: string
  type: string
  sender: string
  state_key?: string
  content: object
}

interface Room {
  membership: 'invite' | 'join'
  invitedAt: number
  /** With their places in the order of all events. */
  events: { at: number; event: RoomEvent }[]
}

const errorOf = (status: number, errcode: string, error: string) => new ApiError(status, { errcode, error })

/** Ids are not used again by another fake: a turn that is begun twice with an id is one turn. */
let last = 0

/**
 * The client-server API of a Matrix server for one account. An answer to `sync` has two events of a room, the others are in
 * `messages`; an event may be sent twice; a transaction that is repeated is carried out once.
 */
export async function startFakeMatrix() {
  const rooms = new Map<string, Room>()
  const members = new Map<string, RoomEvent>()
  const transactions = new Map<string, string>()
  let syncs = 0

  function addEvent(room: Room, type: string, sender: string, content: object, state_key?: string): string {
    last += 1
    const event = {
      event_id: `$event-${last}`,
      type,
      sender,
      content,
      ...(state_key === undefined ? {} : { state_key }),
    }
    room.events.push({ at: last, event })
    service.changes.emit('change')
    return event.event_id
  }

  function findRoom(id: string): Room {
    const room = rooms.get(id)
    if (room?.membership !== 'join') throw errorOf(403, 'M_FORBIDDEN', `User ${user} not in room ${id}`)
    return room
  }

  const placeOf = (position: string) => {
    const [, place] = /^[st](\d+)$/.exec(position) ?? []
    if (place === undefined) throw errorOf(400, 'M_INVALID_PARAM', `Invalid token ${position}`)
    return Number(place)
  }
  const membersOf = (events: RoomEvent[]) =>
    [...new Set(events.map(({ sender }) => sender))].flatMap((sender) => members.get(sender) ?? [])

  async function sync(query: URLSearchParams): Promise<object> {
    const filter = syncFilter.parse(JSON.parse(query.get('filter') ?? '{}'))
    const since = query.get('since')
    const from = since === null ? 0 : placeOf(since)
    syncs += 1
    service.changes.emit('change')
    if (since !== null) while (last <= from) await once(service.changes, 'change')
    const joined = [...rooms].filter(([, { membership }]) => membership === 'join')
    const join = joined.flatMap(([id, room]) => {
      const isWanted = ({ event }: Room['events'][number]) => filter.room.timeline.types.includes(event.type)
      const found = room.events.filter(isWanted).filter(({ at }) => at > from)
      const limit = Math.min(mostEvents, filter.room.timeline.limit ?? 10)
      const shown = found.slice(-limit)
      const limited = found.length > limit
      // What a person wrote before, again.
      const known = room.events.filter(({ at, event }) => at <= from && event.sender !== user)
      const isAfterJoin = (at: number) => room.events.some((one) => one.event.state_key === user && one.at < at)
      const again = limited || since === null ? [] : known.filter(({ at }) => isAfterJoin(at)).slice(-1)
      const events = [...again, ...shown].map(({ event }) => event)
      if (events.length === 0) return []
      const timeline = { events, limited, prev_batch: `t${shown[0]?.at ?? from}` }
      return [[id, { state: { events: membersOf(events) }, timeline }]]
    })
    const invited = [...rooms].filter(([, { membership, invitedAt }]) => membership === 'invite' && invitedAt > from)
    const invite = Object.fromEntries(invited.map(([id]) => [id, {}]))
    return { next_batch: `s${last}`, rooms: { join: Object.fromEntries(join), invite } }
  }

  function readMessages(room: Room, query: URLSearchParams): object {
    const filter = eventFilter.parse(JSON.parse(query.get('filter') ?? '{}'))
    if (query.get('dir') !== 'b') throw errorOf(400, 'M_INVALID_PARAM', 'dir')
    const from = placeOf(query.get('from') ?? '')
    const to = placeOf(query.get('to') ?? '')
    const found = room.events
      .filter(({ at, event }) => at > to && at < from && filter.types.includes(event.type))
      .reverse()
    const chunk = found.slice(0, mostEvents)
    const events = chunk.map(({ event }) => event)
    const end = found.length > chunk.length ? { end: `t${chunk.at(-1)?.at}` } : {}
    return { start: `t${from}`, ...end, chunk: events, state: membersOf(events) }
  }

  function send(roomId: string, transaction: string, body: unknown): object {
    const known = transactions.get(transaction)
    if (known) return { event_id: known }
    const content = z.union([edit, text]).parse(body)
    if (Buffer.byteLength(JSON.stringify(content)) > mostBytes - 2_000)
      throw errorOf(413, 'M_TOO_LARGE', 'event too large')
    const event_id = addEvent(findRoom(roomId), 'm.room.message', user, content)
    transactions.set(transaction, event_id)
    if ('m.relates_to' in content) service.edit(content['m.relates_to'].event_id, content['m.new_content'].body)
    else service.post(event_id, roomId, content.body)
    return { event_id }
  }

  function join(id: string): object {
    const room = rooms.get(id)
    if (!room) throw errorOf(403, 'M_FORBIDDEN', 'You are not invited to this room.')
    if (room.membership === 'invite') addEvent(room, 'm.room.member', user, { membership: 'join' }, user)
    room.membership = 'join'
    return { room_id: id }
  }

  const service = await startFakeChatService({
    limitError: (seconds) =>
      new ApiError(429, {
        errcode: 'M_LIMIT_EXCEEDED',
        error: 'Too Many Requests',
        retry_after_ms: Math.ceil(1_000 * seconds),
      }),
    route({ method = '', url = '', headers }, body) {
      const { pathname, searchParams } = new URL(url, 'http://matrix')
      if (headers.authorization !== `Bearer ${token}`) throw errorOf(401, 'M_UNKNOWN_TOKEN', 'Invalid access token')
      const [kind = '', room = '', action = '', type = '', transaction = ''] = pathname
        .replace('/_matrix/client/v3/', '')
        .split('/')
        .map(decodeURIComponent)
      const request = `${method} ${kind} ${action}`.trim()
      if (request === 'GET account') return { answer: () => ({ user_id: user, device_id: 'DEVICE' }) }
      if (request === 'GET sync') return { call: 'receive', answer: () => sync(searchParams) }
      if (request === 'POST rooms join') return { answer: () => join(room) }
      if (request === 'GET rooms messages')
        return { call: 'receive', answer: () => readMessages(findRoom(room), searchParams) }
      if (request === 'PUT rooms send' && type === 'm.room.message') {
        const call = 'm.relates_to' in (body as object) ? 'edit' : 'post'
        return { call, answer: () => send(room, transaction, body) }
      }
      throw errorOf(404, 'M_UNRECOGNIZED', `Unrecognized request: ${request}`)
    },
  })

  /** Invites the bot to a room in which somebody has written before. */
  function invite(id: string): void {
    const room: Room = { membership: 'invite', invitedAt: last + 1, events: [] }
    rooms.set(id, room)
    addEvent(room, 'm.room.message', '@old:example.org', { msgtype: 'm.text', body: 'Old.' })
  }

  const group = '!group:example.org'
  const direct = '!direct:example.org'
  invite(group)
  invite(direct)

  function write(roomId: string, displayname: string, body: string, more: object = {}): string {
    const sender = `@${displayname.replace(/\W/g, '').toLowerCase()}:example.org`
    const content = { membership: 'join', displayname }
    members.set(sender, { event_id: `$${sender}`, type: 'm.room.member', sender, state_key: sender, content })
    return addEvent(findRoom(roomId), 'm.room.message', sender, { msgtype: 'm.text', body, ...more })
  }

  return {
    ...service,
    args: ['matrix'],
    env: { MATRIX_TOKEN: token, MATRIX_URL: `${service.url}/` },
    prefix: '!',
    group,
    direct,
    shortestLimit: 0.2,
    interrupt: () => service.fail('receive', 'cut-after'),
    ready: () => service.until(() => syncs > 1),
    write,
    invite,
    contentsOf: (room: string) => rooms.get(room)?.events.map(({ event }) => event.content) ?? [],
  } satisfies FakeChatService & Record<string, unknown>
}
