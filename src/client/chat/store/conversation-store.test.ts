import { describe, expect, it } from 'vitest'
import { HttpError, unreachableText } from '#client/lib/http.ts'
import type { ReplyEvent } from '#client/lib/reply-events.ts'
import type { ReplySource } from '#client/lib/reply-stream.ts'
import type { ConversationPage, Message } from '#shared/chat.ts'
import type { BegunTurn } from '#shared/reply-events.ts'
import { createConversation, createPage, createStoredMessage } from '#tests/support/create-conversation.ts'
import type { NewConversation } from '../api/conversation-api.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import { hasStarted } from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import type { Draft } from './drafts.ts'

/** A reply whose events the test sends. */
class ReplyScript {
  private hasEnded = false
  readonly source: ReplySource
  readonly signal: AbortSignal
  private readonly queue: ReplyEvent[] = []
  private wake: () => void = () => {}
  private failure: { error: unknown } | null = null

  constructor(source: ReplySource, signal: AbortSignal) {
    this.source = source
    this.signal = signal
  }

  get body() {
    return 'begin' in this.source ? (this.source.begin.body as Record<string, unknown>) : null
  }

  async send(...events: ReplyEvent[]) {
    this.queue.push(...events)
    this.hasEnded = events.some(({ type }) => type === 'done' || type === 'error')
    this.wake()
    await settled()
  }

  async fail(error: unknown) {
    this.failure = { error }
    this.wake()
    await settled()
  }

  async *events(): AsyncGenerator<ReplyEvent> {
    for (;;) {
      const next = this.queue.shift()
      if (next) yield next
      else if (this.failure) throw this.failure.error
      else if (this.hasEnded) return
      else await new Promise<void>((resolve) => (this.wake = resolve))
    }
  }
}

const notUsed = () => Promise.reject(new Error('Not used here'))
const settled = () => new Promise((resolve) => setImmediate(resolve))
const turn = (
  messageId = 'm2',
  userMessageId: string | null = 'u1',
  left?: Pick<BegunTurn, 'messagesLeft'>,
): ReplyEvent => ({
  type: 'turn',
  data: { conversationId: 'c1', userMessageId, messageId, ...left },
})
const delta = (text: string): ReplyEvent => ({ type: 'delta', data: { text } })
const done = (response: string, status: Message['status'] = 'complete'): ReplyEvent => ({
  type: 'done',
  data: { response, conversationId: 'c1', messageId: 'm2', status, finish: null, usage: null, unchecked: false },
})
const notFound = () => new HttpError(404, '{}')
const offline = () => new TypeError('Failed to fetch')

const message = (id: string, role: Message['role'], content: string, changes: Partial<Message> = {}) =>
  createStoredMessage(id, { role, content, ...changes })
const greeting = message('m1', 'character', 'We close at dawn.')

const existing: ConversationTarget = { kind: 'existing', conversationId: 'c1' }
const newChat: ConversationTarget = { kind: 'new', characterId: 'ines' }

/** A server that has the messages `stored`, and whose replies the test sends. */
function setUp(stored: Message[] = [greeting], target: ConversationTarget = existing) {
  const scripts: ReplyScript[] = []
  const drafts = new Map<string, Draft>()
  const frames: (() => void)[] = []
  let ids = 0
  const server = {
    stored,
    pageSize: 60,
    pages: 0,
    /** What every request is rejected with. */
    error: null as unknown,
    created: [] as NewConversation[],
    stopped: [] as string[],
    /** The changes of the tree that were requested. */
    treeChanges: [] as object[],
  }
  const seen = new Set<string>()
  let changes = 0
  const changeTree = async (request: object): Promise<ConversationPage> => {
    server.treeChanges.push(request)
    await settled()
    return deps.fetchPage('c1')
  }
  const deps: ConversationDeps = {
    createConversation: async (request, signal) => {
      server.created.push(request)
      await settled()
      signal?.throwIfAborted()
      if (server.error) throw server.error
      const id = `c${server.created.length}`
      const first = { ...greeting, id: `greeting-${id}` }
      return createPage([first], { conversation: createConversation({ id }) })
    },
    fetchPage: async (_id, before, through) => {
      if (server.error) throw server.error
      server.pages += 1
      const end = before ? server.stored.findIndex((one) => one.id === before) : server.stored.length
      const isOnPath = through !== undefined && through !== 'other-branch'
      const first = isOnPath ? server.stored.findIndex((one) => one.id === through) : end
      if (first < 0) throw notFound()
      const start = Math.max(0, Math.min(end - server.pageSize, first))
      return createPage(server.stored.slice(start, end), { hasMore: start > 0 })
    },
    versions: {
      choose: (_id, request) => changeTree({ choose: request }),
      editReply: (_id, messageId, request) => changeTree({ editReply: messageId, ...request }),
      editText: (_id, messageId, request) => changeTree({ editText: messageId, ...request }),
      exclude: (_id, messageId, request) => changeTree({ exclude: messageId, ...request }),
      delete: (_id, messageId, leafId) => changeTree({ delete: messageId, leafId }),
      restore: (_id, messageId, leafId) => changeTree({ restore: messageId, leafId }),
    },
    scenes: { join: notUsed, leave: notUsed, setTurnOrder: notUsed, chooseRevisions: notUsed },
    readReply: (source, { signal }) => {
      const script = new ReplyScript(source, signal)
      scripts.push(script)
      return script.events()
    },
    stopReply: async (_conversation, messageId) => void server.stopped.push(messageId),
    drafts: {
      read: (id) => drafts.get(id) ?? { text: '', pendingId: null },
      save: (id, { text, pendingId = null }) => {
        if (text) drafts.set(id, { text, pendingId })
        else drafts.delete(id)
      },
      moveToNew: (characterId, id) => {
        const draft = drafts.get(`unstarted ${characterId}`)
        if (draft) drafts.set(id, draft)
      },
    },
    isFirstView: (_character, text) => seen.size < seen.add(text).size,
    newId: () => `id-${++ids}`,
    now: () => 1,
    nextFrame: (run) => void frames.push(run),
    onChanged: () => {
      changes += 1
    },
  }
  const store = new ConversationStore(deps, target)
  const renderFrame = () => frames.splice(0).forEach((run) => void run())
  const script = (index = scripts.length - 1) => {
    const found = scripts[index]
    if (!found) throw new Error('No reply was requested')
    return found
  }
  const state = () => store.state.getState()
  const transcript = () => textOf(store)
  const say = (text: string) => {
    store.setDraft(text)
    store.send()
  }
  return { store, server, deps, drafts, scripts, renderFrame, script, state, transcript, say, changes: () => changes }
}

const textOf = (store: ConversationStore) =>
  store.state.getState().messages.map(({ role, status, content }) => `${role} ${status}: ${content}`)

async function opened(stored?: Message[], target?: ConversationTarget) {
  const setup = setUp(stored, target)
  await setup.store.open()
  return setup
}

describe('a new chat', () => {
  it('begins without messages when the character has no greeting, and has started once the character began', async () => {
    const { script, server, state, transcript, say } = await opened([])
    expect(state()).toMatchObject({ phase: 'open', messages: [], typewriterKey: null })
    expect(hasStarted(state())).toBe(false)
    say('')
    await script().send(turn('m1', null), done('The kettle is on.'))
    expect(transcript()).toEqual(['character complete: The kettle is on.'])
    server.stored = [{ ...message('m1', 'character', 'The kettle is on.'), finish: 'stop' }]
    const reopened = await opened(server.stored)
    expect(hasStarted(reopened.state())).toBe(true)
    expect(reopened.state().typewriterKey).toBeNull()
  })

  it('distinguishes a missing character, an unreachable server and a refusal, and can be retried', async () => {
    const { store, server, drafts, state } = setUp([], newChat)
    expect(state()).toMatchObject({ phase: 'creating', conversationId: null, characterId: 'ines' })
    server.error = notFound()
    await store.open()
    expect(state().phase).toBe('missing')
    server.error = offline()
    await store.open()
    expect(state()).toMatchObject({ phase: 'failed', problem: unreachableText })
    server.error = new HttpError(429, JSON.stringify({ error: 'Too many requests.' }))
    await store.open()
    expect(state()).toMatchObject({ phase: 'failed', problem: 'Too many requests.' })
    server.error = null
    // The draft of an earlier conversation without a message is taken over.
    drafts.set('unstarted ines', { text: 'I meant to ask', pendingId: null })
    await store.open()
    expect(state()).toMatchObject({ phase: 'open', problem: '', draft: 'I meant to ask' })
  })

  it('stops creating when the user leaves', async () => {
    const { store, state } = setUp([], newChat)
    const opening = store.open()
    store.detach()
    await opening
    expect(state()).toMatchObject({ phase: 'creating', conversationId: null })
  })
})

describe('a reply', () => {
  it('waits, then grows once a frame, and one at a time', async () => {
    const { store, script, scripts, renderFrame, state, say } = await opened()
    say('  Hi  ')
    expect(script().body).toMatchObject({ characterId: 'ines', message: 'Hi' })
    expect(state().turn).toBe('waiting')
    await script().send(turn(), delta('Go'), delta('od '))
    expect(state()).toMatchObject({ turn: 'waiting', liveReply: { text: '' } })
    const { messages } = state()
    renderFrame()
    expect(state()).toMatchObject({ turn: 'replying', liveReply: { text: 'Good ' } })
    expect(state().messages).toBe(messages)
    say('Again')
    expect(scripts).toHaveLength(1)
    await script().send(done('Good evening.'))
    expect(state()).toMatchObject({ turn: 'idle', liveReply: null, draft: 'Again' })
    store.detach()
  })

  it('is stopped on the server, also when Stop was pressed before the server had named it', async () => {
    const { store, script, server } = await opened()
    store.send()
    await store.stop()
    expect(server.stopped).toEqual([])
    await script().send(turn())
    expect(server.stopped).toEqual(['m2'])
    await script().send(done('Good', 'interrupted'))
    await store.stop()
    expect(server.stopped).toEqual(['m2'])
  })
})

describe('versions', () => {
  const hello = { ...message('m1', 'user', 'Hello.') }
  const reply: Message = { ...message('m2', 'character', 'Good evening.'), parentId: 'm1' }
  const more = message('m3', 'user', 'And then?')

  it('are chosen on the basis of the newest message, and keep their place in the list', async () => {
    const { store, server, state, changes } = await opened([hello, reply, more])
    const keys = state().messages.map(({ key }) => key)
    server.stored = [hello, { ...message('m5', 'character', 'Morning.'), parentId: 'm1', siblings: ['m2', 'm5'] }]
    await store.tree.choose('m5')
    expect(server.treeChanges).toEqual([{ choose: { messageId: 'm5', leafId: 'm3', endHere: false } }])
    expect(state().messages.map(({ key }) => key)).toEqual(keys.slice(0, 2))
    expect(changes()).toBe(1)
  })

  it('reject a change during a reply or another change, with the reason', async () => {
    const { store, server, script, say } = await opened([hello, reply])
    say('Go on.')
    await expect(store.tree.restore('m9')).rejects.toThrow('A reply is still being written.')
    await script().send(turn(), done('Then…'))
    const first = store.tree.choose('m1')
    await expect(store.tree.choose('m2')).rejects.toThrow('The change before is still being saved.')
    await first
    expect(server.treeChanges).toHaveLength(1)
  })
})

describe('a message that the model drafts', () => {
  it('streams into the composer and is not sent', async () => {
    const { store, script, state, transcript, renderFrame, say } = await opened()
    store.setDraft('I refuse')
    const written = store.writeDraft()
    expect(state().turn).toBe('drafting')
    expect(script().body).toEqual({ hint: 'I refuse' })
    await script().send(turn('d1', null, { messagesLeft: 4 }), delta('“No, '))
    renderFrame()
    expect(state()).toMatchObject({ draft: '“No, ', messagesLeft: 4 })
    await script().send(delta('thank you.”'), done('“No, thank you.”'))
    await written
    expect(state()).toMatchObject({ turn: 'idle' })
    expect(transcript()).toHaveLength(1)
    say(state().draft)
    expect(state().turn).toBe('waiting')
  })

  it('leaves the composer as it was when it is refused', async () => {
    const { store, script, state } = await opened()
    store.setDraft('I refuse')
    const written = store.writeDraft()
    await script().fail(new HttpError(429, '{"error":"No messages left.","code":"quota_exceeded"}'))
    expect(await written).toBe('No messages left.')
    expect(state()).toMatchObject({ turn: 'idle', draft: 'I refuse' })
  })
})

describe('opening a conversation', () => {
  it('shows the newest page, and loads older pages up to the first message', async () => {
    const stored = Array.from({ length: 7 }, (_, index) => message(`m${index}`, 'character', `${index}`))
    const { store, server, state } = setUp(stored)
    server.pageSize = 3
    await store.open()
    expect(state()).toMatchObject({ phase: 'open', characterId: 'ines', hasMore: true, messages: { length: 3 } })
    await Promise.all([store.pages.loadOlder(), store.pages.loadOlder()])
    expect(state().messages.map(({ content }) => content)).toEqual(['1', '2', '3', '4', '5', '6'])
    await store.pages.loadOlder()
    expect(state()).toMatchObject({ hasMore: false, messages: { length: 7 } })
    await store.pages.loadOlder()
    expect(state().messages).toHaveLength(7)
  })

  it('loads what is missing before a message of the path, and says where there is none', async () => {
    const stored = Array.from({ length: 9 }, (_, index) => message(`m${index}`, 'character', `${index}`))
    const { store, server, state } = setUp(stored)
    server.pageSize = 2
    await store.open()
    expect(await store.pages.reveal('m4')).toBe(true)
    expect(state()).toMatchObject({ revealed: { key: 'm4' }, hasMore: true })
    // An older page that is being loaded already does not end the search.
    void store.pages.loadOlder()
    expect(await store.pages.reveal('m0')).toBe(true)
    expect(state()).toMatchObject({ revealed: { key: 'm0' }, messages: { length: 9 } })
    expect(await store.pages.reveal('elsewhere')).toBe(false)
    expect(state().revealed?.key).toBe('m0')
  })

  it('does not load the whole conversation for a message of another branch, or for a deleted one', async () => {
    const stored = Array.from({ length: 9 }, (_, index) => message(`m${index}`, 'character', `${index}`))
    const { store, server, state } = setUp(stored)
    server.pageSize = 2
    await store.open()
    expect(await store.pages.reveal('other-branch')).toBe(false)
    expect(await store.pages.reveal('deleted')).toBe(false)
    expect(state()).toMatchObject({ older: 'idle', revealed: null, messages: { length: 4 } })
    expect(server.pages).toBe(3)
  })
})

describe('detach', () => {
  it('stops reading a reply', async () => {
    const { store, script } = await opened([message('m2', 'character', 'Good ', { status: 'streaming' })])
    store.detach()
    expect(script().signal.aborted).toBe(true)
  })

  it('completes the request of a message that is being sent', async () => {
    const { store, script, drafts, say } = await opened()
    say('Hi')
    store.detach()
    expect(script().signal.aborted).toBe(false)
    await script().send(turn())
    expect(drafts.size).toBe(0)
  })
})
