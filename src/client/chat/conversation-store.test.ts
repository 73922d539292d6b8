import { describe, expect, it, vi } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import type { BegunTurn, Conversation, Message } from '#shared/chat.ts'
import type { ConversationParts } from './conversation-parts.ts'
import { ConversationStore } from './conversation-store.ts'
import type { ReplyEvent } from './reply-events.ts'
import type { ReplySource } from './reply-stream.ts'

/** A reply under the test's hand: it says what it is told to, when it is told to. */
class Script {
  readonly source: ReplySource
  readonly signal: AbortSignal
  private readonly queue: ReplyEvent[] = []
  private wake: () => void = () => {}
  private ended: { error: unknown } | null = null

  constructor(source: ReplySource, signal: AbortSignal) {
    this.source = source
    this.signal = signal
  }

  get body() {
    return 'begin' in this.source ? (this.source.begin.body as Record<string, unknown>) : null
  }

  async say(...events: ReplyEvent[]) {
    this.queue.push(...events)
    this.wake()
    await settled()
  }

  async fail(error: unknown) {
    this.ended = { error }
    this.wake()
    await settled()
  }

  async *events(): AsyncGenerator<ReplyEvent> {
    for (;;) {
      const next = this.queue.shift()
      if (next) yield next
      else if (this.ended) throw this.ended.error
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))
const turn = (messageId = 'm2', userMessageId: string | null = 'u1'): ReplyEvent => ({
  type: 'turn',
  data: { conversationId: 'c1', userMessageId, messageId },
})
const delta = (text: string): ReplyEvent => ({ type: 'delta', data: { text } })
const done = (response: string, status: Message['status'] = 'complete'): ReplyEvent => ({
  type: 'done',
  data: { response, conversationId: 'c1', messageId: 'm2', status, usage: null },
})
const failed = (): ReplyEvent => ({
  type: 'error',
  data: { errorType: 'server_error', userMessage: '', conversationId: 'c1', messageId: 'm2', status: 'failed' },
})

const conversation: Conversation = {
  id: 'c1',
  characterId: 'ines',
  characterName: 'Ines Calder',
  characterAvatar: '',
  characterCategory: 'Mystery',
  characterAvailable: true,
  title: 'After midnight',
  preview: '',
  messageCount: 2,
  createdAt: 1,
  updatedAt: 1,
}
const message = (
  id: string,
  role: Message['role'],
  content: string,
  status: Message['status'] = 'complete',
): Message => ({
  id,
  parentId: null,
  role,
  content,
  status,
  createdAt: 1,
  siblings: [id],
  error: null,
})

/** A world whose server holds `stored` and whose replies follow the test's script. */
function stage(stored: Message[] = [], scene: { conversationId?: string } = {}) {
  const scripts: Script[] = []
  const kept = new Map<string, string>()
  const sentAs = new Map<string, string>()
  const frames: (() => void)[] = []
  const stopped: string[] = []
  let count = 0
  const world = {
    stored,
    scripts,
    kept,
    sentAs,
    stopped,
    changed: 0,
    pageSize: 60,
    unreachable: null as unknown,
    /** The sends the server has, by the id they were sent under. */
    begun: new Map<string, BegunTurn>(),
  }
  const parts: ConversationParts = {
    openPage: async (_id, before) => {
      if (world.unreachable) throw world.unreachable
      const end = before ? world.stored.findIndex((one) => one.id === before) : world.stored.length
      const start = Math.max(0, end - world.pageSize)
      return { conversation, messages: world.stored.slice(start, end), hasMore: start > 0 }
    },
    readReply: (source, { signal }) => {
      const script = new Script(source, signal)
      scripts.push(script)
      return script.events()
    },
    findTurn: async (id) => {
      if (world.unreachable) throw world.unreachable
      return world.begun.get(id) ?? null
    },
    stopReply: async (_conversation, messageId) => void stopped.push(messageId),
    drafts: {
      read: (key) => ({ text: kept.get(key) ?? '', sentAs: sentAs.get(key) ?? null }),
      keep: (key, text, id) => {
        text ? kept.set(key, text) : kept.delete(key)
        id ? sentAs.set(key, id) : sentAs.delete(key)
      },
    },
    newId: () => `id-${++count}`,
    now: () => 1,
    nextFrame: (run) => void frames.push(run),
    onChanged: () => {
      world.changed += 1
    },
  }
  const store = new ConversationStore(parts, { characterId: 'ines', ...scene })
  const draw = () => frames.splice(0).forEach((run) => void run())
  const script = (index = scripts.length - 1) => {
    const found = scripts[index]
    if (!found) throw new Error('No reply was asked for')
    return found
  }
  const look = () => store.cell.get()
  const transcript = () => look().lines.map((line) => `${line.role} ${line.status}: ${line.content}`)
  return { store, world, parts, draw, script, look, transcript }
}

const opened = async (stored: Message[]) => {
  const scene = stage(stored, { conversationId: 'c1' })
  await scene.store.open()
  return scene
}

describe('a new chat', () => {
  it('begins with the greeting, which seeds the conversation at the first send', async () => {
    const { store, script, transcript, look } = stage()
    store.greet('We close at dawn.', true)
    store.write('  Who are you?  ')
    store.send()
    expect(script().body).toMatchObject({
      characterId: 'ines',
      message: 'Who are you?',
      conversationHistory: [{ role: 'assistant', content: 'We close at dawn.' }],
      clientMessageId: expect.any(String),
    })
    expect(script().body).not.toHaveProperty('conversationId')
    expect(transcript()).toEqual([
      'character complete: We close at dawn.',
      'user sending: Who are you?',
      'character streaming: ',
    ])
    await script().say(turn())
    expect(look().conversationId).toBe('c1')
    await script().say(delta('I keep '), delta('the books.'), done('I keep the books.'))
    expect(transcript().slice(1)).toEqual(['user complete: Who are you?', 'character complete: I keep the books.'])
  })

  it('types the greeting out, and no further than the first line sent', () => {
    const { store, look } = stage()
    store.greet('We close at dawn.', true)
    expect(look().typing).toBe(look().lines[0]?.key)
    store.send()
    expect(look().typing).toBeNull()
  })

  it('takes no greeting that comes late', () => {
    const { store, transcript } = stage()
    store.send()
    store.greet('We close at dawn.', true)
    expect(transcript()).toEqual(['character streaming: '])
  })

  it('keeps the conversation for later sends, without the history', async () => {
    const { store, script } = stage()
    store.greet('Hello.', false)
    store.write('One')
    store.send()
    await script().say(turn(), done('Yes.'))
    store.write('Two')
    store.send()
    expect(script().body).toMatchObject({ conversationId: 'c1', message: 'Two', conversationHistory: [] })
  })

  it('asks the character to go on when nothing is written', async () => {
    const { store, script, transcript } = stage()
    store.write('   ')
    store.send()
    expect(script().body).toMatchObject({ message: '' })
    expect(transcript()).toEqual(['character streaming: '])
    await script().say(turn('m2', null), done('Well then.'))
    expect(transcript()).toEqual(['character complete: Well then.'])
  })
})

describe('a reply', () => {
  it('waits, then grows once a frame, and one at a time', async () => {
    const { store, script, draw, look, world } = stage()
    store.write('Hi')
    store.send()
    expect(look().turn).toBe('waiting')
    await script().say(turn(), delta('Go'), delta('od '))
    expect(look()).toMatchObject({ turn: 'replying', live: { text: '' } })
    const { lines } = look()
    draw()
    expect(look().live?.text).toBe('Good ')
    expect(look().lines).toBe(lines)
    store.write('Again')
    store.send()
    expect(world.scripts).toHaveLength(1)
    await script().say(done('Good evening.'))
    expect(look()).toMatchObject({ turn: 'idle', live: null, draft: 'Again' })
  })

  it('fails with its words, keeps what was said, and is tried again in its own place', async () => {
    const { store, script, look, transcript } = stage()
    store.write('Hi')
    store.send()
    await script().say(turn(), delta('Good'), failed())
    const bubble = look().lines[1]
    expect(bubble).toMatchObject({ status: 'failed', content: 'Good', id: 'm2' })
    expect(bubble?.error).toMatch(/^AI servers are having issues/)
    store.tryAgain(bubble?.key ?? '')
    expect(script().source).toMatchObject({
      begin: { url: '/api/conversations/c1/replies', body: { messageId: 'm2', clientMessageId: expect.any(String) } },
    })
    await script().say(turn('m3'), delta('Good evening.'), done('Good evening.'))
    expect(transcript()).toEqual(['user complete: Hi', 'character complete: Good evening.'])
    expect(look().lines[1]).toMatchObject({ key: bubble?.key, id: 'm3', error: null })
  })

  it('leaves no empty failed bubble behind when the talk goes on', async () => {
    const { store, script, transcript } = stage()
    store.write('One')
    store.send()
    await script().say(turn(), failed())
    store.write('Two')
    store.send()
    expect(transcript()).toEqual(['user complete: One', 'user sending: Two', 'character streaming: '])
  })

  it('stops at the server, even when Stop was pressed before the turn was known', async () => {
    const { store, script, world } = stage()
    store.send()
    await store.stop()
    expect(world.stopped).toEqual([])
    await script().say(turn())
    expect(world.stopped).toEqual(['m2'])
    await script().say(done('Good', 'interrupted'))
    await store.stop()
    expect(world.stopped).toEqual(['m2'])
  })
})

describe('what was typed', () => {
  it('is kept in storage until the server has it', async () => {
    const { store, script, world, look } = stage()
    store.write('A long thought')
    expect(world.kept.get('new-ines')).toBe('A long thought')
    store.send()
    expect(look().draft).toBe('')
    expect(world.kept.get('new-ines')).toBe('A long thought')
    await script().say(turn())
    expect(world.kept.size).toBe(0)
  })

  it('comes back after a reload', () => {
    const { world, parts } = stage()
    world.kept.set('c1', 'Half a line')
    expect(new ConversationStore(parts, { characterId: 'ines', conversationId: 'c1' }).cell.get().draft).toBe(
      'Half a line',
    )
  })

  it('stays in sight when the server refuses it, and is the same send when tried again', async () => {
    const { store, script, world, transcript, look } = stage()
    store.write('Hi')
    store.send()
    const first = script().body
    await script().fail(new HttpError(429, JSON.stringify({ error: 'x', userMessage: 'That was 50 for today.' })))
    expect(transcript()).toEqual(['user unsent: Hi', 'character failed: '])
    expect(look().lines[1]?.error).toBe('That was 50 for today.')
    expect(world.kept.get('new-ines')).toBe('Hi')
    store.tryAgain(look().lines[1]?.key ?? '')
    expect(transcript()).toEqual(['user sending: Hi', 'character streaming: '])
    expect(script().body).toEqual(first)
    await script().say(turn(), done('Hello.'))
    expect(transcript()).toEqual(['user complete: Hi', 'character complete: Hello.'])
    expect(world.kept.size).toBe(0)
  })

  it('keeps an unsent line when something else is sent after it', async () => {
    const { store, script, transcript } = stage()
    store.write('One')
    store.send()
    await script().fail(new TypeError('Failed to fetch'))
    store.write('Two')
    store.send()
    expect(transcript()).toEqual(['user unsent: One', 'user sending: Two', 'character streaming: '])
    expect(script().body).toMatchObject({ conversationHistory: [] })
  })
})

describe('a page that was reloaded before the server’s answer to a send', () => {
  const begun: BegunTurn = { conversationId: 'c1', userMessageId: 'u1', messageId: 'm2' }
  const answered = [
    message('m1', 'character', 'Hello.'),
    message('u1', 'user', 'Hi'),
    message('m2', 'character', 'You.'),
  ]

  /** The same place after a reload, where a line had been sent under `id-9`. */
  const reload = (world: ReturnType<typeof stage>['world'], parts: ConversationParts, conversationId?: string) => {
    const scene = conversationId ?? 'new-ines'
    world.kept.set(scene, 'Hi')
    world.sentAs.set(scene, 'id-9')
    return new ConversationStore(parts, { characterId: 'ines', conversationId: conversationId ?? null })
  }
  const linesOf = (store: ConversationStore) => store.cell.get().lines.map((line) => line.content)

  it('opens the conversation that a new chat became, with nothing left to send', async () => {
    const { world, parts } = stage(answered)
    world.begun.set('id-9', begun)
    const store = reload(world, parts)
    store.greet('Good evening.', true)
    await store.open()
    expect(store.cell.get()).toMatchObject({ conversationId: 'c1', draft: '' })
    expect(linesOf(store)).toEqual(['Hello.', 'Hi', 'You.'])
    expect([world.kept.size, world.sentAs.size]).toEqual([0, 0])
  })

  it('looks again where the page was read before the line had arrived', async () => {
    const { world, parts } = stage(answered.slice(0, 1))
    world.begun.set('id-9', begun)
    const open = parts.openPage
    parts.openPage = async (...place) => {
      const page = await open(...place)
      world.stored = answered
      return page
    }
    const store = reload(world, parts, 'c1')
    await store.open()
    expect(linesOf(store)).toEqual(['Hello.', 'Hi', 'You.'])
    expect(store.cell.get().draft).toBe('')
  })

  it('gives the words back where the server knows nothing of them, and sends them once however often', async () => {
    const { world, parts } = stage()
    const store = reload(world, parts)
    await store.open()
    expect(store.cell.get()).toMatchObject({ conversationId: null, draft: 'Hi' })
    store.send()
    expect(world.scripts[0]?.source).toMatchObject({ begin: { body: { message: 'Hi', clientMessageId: 'id-9' } } })
  })

  it('gives them back where the server cannot be asked', async () => {
    const { world, parts } = stage()
    world.unreachable = new TypeError('Failed to fetch')
    const store = reload(world, parts)
    await store.open()
    expect(store.cell.get().draft).toBe('Hi')
    expect(world.sentAs.get('new-ines')).toBe('id-9')
  })

  it('keeps what was written on since, and it is another send', async () => {
    const { world, parts } = stage(answered)
    world.begun.set('id-9', begun)
    const store = reload(world, parts)
    const opening = store.open()
    store.write('Hi again')
    await opening
    expect(store.cell.get()).toMatchObject({ conversationId: 'c1', draft: 'Hi again' })
    expect([...world.kept]).toEqual([['c1', 'Hi again']])
    store.send()
    expect(world.scripts.at(-1)?.source).not.toMatchObject({ begin: { body: { clientMessageId: 'id-9' } } })
  })
})

describe('opening a conversation', () => {
  it('shows the newest page and pages back to the first line', async () => {
    const stored = Array.from({ length: 7 }, (_, index) => message(`m${index}`, 'character', `${index}`))
    const { store, world, look } = stage(stored, { conversationId: 'c1' })
    world.pageSize = 3
    await store.open()
    expect(look()).toMatchObject({ opening: 'open', hasMore: true, lines: { length: 3 } })
    await Promise.all([store.loadOlder(), store.loadOlder()])
    expect(look().lines.map((line) => line.content)).toEqual(['1', '2', '3', '4', '5', '6'])
    await store.loadOlder()
    expect(look()).toMatchObject({ hasMore: false, lines: { length: 7 } })
    await store.loadOlder()
    expect(look().lines).toHaveLength(7)
  })

  it('joins a reply that is still being written', async () => {
    const stored = [message('u1', 'user', 'Hi'), message('m2', 'character', 'Good ', 'streaming')]
    const { script, transcript, look } = await opened(stored)
    expect(script().source).toEqual({ join: { conversationId: 'c1', messageId: 'm2', have: 5 } })
    expect(look()).toMatchObject({ turn: 'replying', live: { text: 'Good ' } })
    await script().say(delta('evening.'), done('Good evening.'))
    expect(transcript()).toEqual(['user complete: Hi', 'character complete: Good evening.'])
  })

  it('tells a missing conversation from an unreachable server', async () => {
    const { store, world, look } = stage([], { conversationId: 'c1' })
    world.unreachable = new HttpError(404, '{}')
    await store.open()
    expect(look().opening).toBe('missing')
    world.unreachable = new TypeError('Failed to fetch')
    await store.open()
    expect(look().opening).toBe('unreachable')
    world.unreachable = null
    await store.open()
    expect(look().opening).toBe('open')
  })

  it('shows what is stored when the reply can no longer be followed', async () => {
    const { script, world, transcript } = await opened([message('m2', 'character', 'Good ', 'streaming')])
    world.stored = [message('m2', 'character', 'Good evening.')]
    await script().fail(new HttpError(404, '{}'))
    await vi.waitFor(() => expect(transcript()).toEqual(['character complete: Good evening.']))
    expect(world.scripts).toHaveLength(1)
  })
})

describe('with another tab open', () => {
  const busy = () =>
    new HttpError(409, JSON.stringify({ error: 'x', code: 'turn_in_progress', conversationId: 'c1', messageId: 'm2' }))

  it('joins the reply that is running there and gives the words back', async () => {
    const { store, script, world, transcript, look } = await opened([message('m1', 'character', 'Hello.')])
    store.write('Mine')
    store.send()
    world.stored.push(message('u1', 'user', 'Theirs'), message('m2', 'character', 'Oh', 'streaming'))
    await script().fail(busy())
    await vi.waitFor(() => expect(world.scripts).toHaveLength(2))
    expect(script().source).toMatchObject({ join: { messageId: 'm2', have: 2 } })
    expect(look().draft).toBe('Mine')
    expect(transcript()).toEqual(['character complete: Hello.', 'user complete: Theirs', 'character streaming: Oh'])
  })

  it('knows its own line when the request had arrived after all', async () => {
    const { store, script, world, look } = await opened([message('m1', 'character', 'Hello.')])
    store.write('Mine')
    store.send()
    world.stored.push(message('u1', 'user', 'Mine'), message('m2', 'character', '', 'streaming'))
    world.begun.set(String(script().body?.clientMessageId), {
      conversationId: 'c1',
      userMessageId: 'u1',
      messageId: 'm2',
    })
    await script().fail(busy())
    await vi.waitFor(() => expect(world.scripts).toHaveLength(2))
    expect(look().draft).toBe('')
    expect(world.kept.size).toBe(0)
    expect(look().lines.filter((line) => line.content === 'Mine')).toHaveLength(1)
  })

  it('is not fooled by the same words said there', async () => {
    const { store, script, world, look } = await opened([message('m1', 'character', 'Hello.')])
    store.write('Yes.')
    store.send()
    const first = script().body
    world.stored.push(message('u1', 'user', 'Yes.'), message('m2', 'character', 'Oh', 'streaming'))
    await script().fail(busy())
    await vi.waitFor(() => expect(world.scripts).toHaveLength(2))
    expect(look().draft).toBe('Yes.')
    await script().say(done('Oh, no.'))
    store.send()
    expect(script().body).toMatchObject({ message: 'Yes.', clientMessageId: first?.clientMessageId })
  })

  it('follows what happened there, and tells of what happens here', async () => {
    const { store, script, world, transcript } = await opened([message('m1', 'character', 'Hello.')])
    world.stored.push(message('u1', 'user', 'Theirs'), message('m2', 'character', 'Yes.'))
    await store.refresh()
    expect(transcript().slice(1)).toEqual(['user complete: Theirs', 'character complete: Yes.'])
    store.send()
    await script().say(turn('m4', null), done('More.'))
    expect(world.changed).toBe(2)
  })
})

describe('leaving', () => {
  it('stops listening, and no longer', async () => {
    const { store, script } = await opened([message('m2', 'character', 'Good ', 'streaming')])
    store.leave()
    expect(script().signal.aborted).toBe(true)
  })

  it('lets a line that is on its way through first', async () => {
    const { store, script, world } = stage()
    store.write('Hi')
    store.send()
    store.leave()
    expect(script().signal.aborted).toBe(false)
    await script().say(turn())
    expect(world.kept.size).toBe(0)
  })
})
