import { describe, expect, it } from 'vitest'
import { HttpError, unreachableText } from '#client/lib/http.ts'
import type { ConversationPage, Message } from '#shared/chat.ts'
import type { BegunTurn, ReplyEvents } from '#shared/reply-events.ts'
import { createConversation } from '#tests/support/create-conversation.ts'
import type { ConversationDeps, ConversationTarget, NewConversation } from './conversation-deps.ts'
import { hasStarted } from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import type { Draft } from './drafts.ts'
import type { ReplyEvent } from './reply-events.ts'
import type { ReplySource } from './reply-stream.ts'

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
const failed = (changes: Partial<ReplyEvents['error']> = {}): ReplyEvent => ({
  type: 'error',
  data: {
    errorType: 'server_error',
    userMessage: '',
    conversationId: 'c1',
    messageId: 'm2',
    status: 'failed',
    finish: null,
    refunded: true,
    ...changes,
  },
})
const notFound = () => new HttpError(404, '{}')
const offline = () => new TypeError('Failed to fetch')

const conversation = createConversation()
const message = (
  id: string,
  role: Message['role'],
  content: string,
  { status = 'complete', clientMessageId = null }: Partial<Pick<Message, 'status' | 'clientMessageId'>> = {},
): Message => ({
  id,
  parentId: null,
  clientMessageId,
  role,
  content,
  status,
  createdAt: 1,
  siblings: [id],
  edited: false,
  persona: null,
  finish: null,
  error: null,
  unchecked: false,
})
const ownName: ConversationPage['persona'] = { id: null, name: 'Sam', picture: '', from: 'account' }
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
    messagesLeft: null as number | null,
    later: [] as string[],
    /** What every request is rejected with. */
    error: null as unknown,
    created: [] as NewConversation[],
    stopped: [] as string[],
    /** The changes of the tree that were requested. */
    treeChanges: [] as object[],
    treeError: null as unknown,
    refusals: [] as string[],
    hiddenEdits: [] as string[],
  }
  const seen = new Set<string>()
  let changes = 0
  const changeTree = async (request: object): Promise<ConversationPage> => {
    server.treeChanges.push(request)
    await settled()
    if (server.treeError) throw server.treeError
    return deps.fetchPage('c1')
  }
  const deps: ConversationDeps = {
    createConversation: async (request, signal) => {
      server.created.push(request)
      await settled()
      signal?.throwIfAborted()
      if (server.error) throw server.error
      const id = `c${server.created.length}`
      const first = { ...greeting, id: `greeting-${id}`, content: request.greeting ?? greeting.content }
      return {
        conversation: { ...conversation, id },
        messages: [first],
        hasMore: false,
        later: [],
        persona: ownName,
        notes: null,
        messagesLeft: server.messagesLeft,
      }
    },
    fetchPage: async (_id, before, through) => {
      if (server.error) throw server.error
      server.pages += 1
      const end = before ? server.stored.findIndex((one) => one.id === before) : server.stored.length
      const isOnPath = through !== undefined && through !== 'other-branch'
      const first = isOnPath ? server.stored.findIndex((one) => one.id === through) : end
      if (first < 0) throw notFound()
      const start = Math.max(0, Math.min(end - server.pageSize, first))
      return {
        conversation,
        messages: server.stored.slice(start, end),
        hasMore: start > 0,
        later: server.later,
        persona: ownName,
        notes: null,
        messagesLeft: server.messagesLeft,
      }
    },
    versions: {
      choose: (_id, request) => changeTree({ choose: request }),
      editReply: (_id, messageId, request) => changeTree({ editReply: messageId, ...request }),
      editText: (_id, messageId, request) => changeTree({ editText: messageId, ...request }),
      exclude: (_id, messageId, request) => changeTree({ exclude: messageId, ...request }),
      delete: (_id, messageId, leafId) => changeTree({ delete: messageId, leafId }),
      restore: (_id, messageId, leafId) => changeTree({ restore: messageId, leafId }),
    },
    onRefused: (_title, reason) => void server.refusals.push(reason),
    onEditHidden: (text) => void server.hiddenEdits.push(text),
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
    store.turns.send()
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
  it('creates the conversation and shows its greeting', async () => {
    const { store, server, state, transcript } = setUp([], newChat)
    expect(state()).toMatchObject({ phase: 'creating', conversationId: null, characterId: 'ines' })
    await store.open()
    expect(server.created).toEqual([{ characterId: 'ines' }])
    expect(state()).toMatchObject({ phase: 'open', conversationId: 'c1', conversation: { id: 'c1' } })
    expect(transcript()).toEqual(['character complete: We close at dawn.'])
  })

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

  it('passes on the original greeting, so that the model writes a new one', async () => {
    const { server } = await opened([], { ...newChat, originalGreeting: 'Hello.' })
    expect(server.created).toEqual([{ characterId: 'ines', originalGreeting: 'Hello.' }])
  })

  it('sends nothing before the conversation exists', async () => {
    const { store, scripts } = setUp([], newChat)
    const opening = store.open()
    store.turns.send()
    expect(scripts).toHaveLength(0)
    await opening
    store.turns.send()
    expect(scripts).toHaveLength(1)
  })

  it('shows the typewriter effect for a greeting that is seen for the first time, until a message is sent', async () => {
    const { store, deps, state } = await opened([], newChat)
    expect(state().typewriterKey).toBe(state().messages[0]?.key)
    store.turns.send()
    expect(state().typewriterKey).toBeNull()
    const again = new ConversationStore(deps, newChat)
    await again.open()
    expect(again.state.getState().typewriterKey).toBeNull()
  })

  it('distinguishes a missing character, an unreachable server and a refusal, and can be retried', async () => {
    const { store, server, state } = setUp([], newChat)
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
    await store.open()
    expect(state()).toMatchObject({ phase: 'open', problem: '' })
  })

  it('stops creating when the user leaves', async () => {
    const { store, state } = setUp([], newChat)
    const opening = store.open()
    store.detach()
    await opening
    expect(state()).toMatchObject({ phase: 'creating', conversationId: null })
  })

  it('takes over the draft of an earlier conversation without a message', async () => {
    const { store, drafts, state } = setUp([], newChat)
    drafts.set('unstarted ines', { text: 'I meant to ask', pendingId: null })
    await store.open()
    expect(state().draft).toBe('I meant to ask')
  })
})

describe('sending', () => {
  it('shows the message at once, and as stored when the server has it', async () => {
    const { script, transcript, say } = await opened()
    say('  Who are you?  ')
    expect(script().source).toEqual({
      begin: {
        url: '/api/chat',
        body: {
          characterId: 'ines',
          conversationId: 'c1',
          leafId: 'm1',
          message: 'Who are you?',
          conversationHistory: [{ role: 'assistant', content: 'We close at dawn.' }],
          clientMessageId: expect.any(String),
        },
      },
    })
    expect(transcript().slice(1)).toEqual(['user sending: Who are you?', 'character streaming: '])
    await script().send(turn())
    expect(transcript().slice(1)).toEqual(['user complete: Who are you?', 'character streaming: '])
    await script().send(delta('I keep '), delta('the books.'), done('I keep the books.'))
    expect(transcript().slice(1)).toEqual(['user complete: Who are you?', 'character complete: I keep the books.'])
  })

  it('sets the parent of each message once the server has it', async () => {
    const { state, script, say } = await opened()
    const links = () => state().messages.map(({ id, parentId }) => [id, parentId])
    const [greeting] = links()
    say('Who are you?')
    expect(links().slice(1)).toEqual([
      [null, null],
      [null, null],
    ])
    await script().send(turn())
    expect(links().slice(1)).toEqual([
      ['u1', greeting?.[0]],
      ['m2', 'u1'],
    ])
  })

  it('uses the same conversation and a new clientMessageId for every message', async () => {
    const { script, say } = await opened()
    say('One')
    const first = script().body
    await script().send(turn(), done('Yes.'))
    say('Two')
    expect(script().body).toMatchObject({ conversationId: 'c1', message: 'Two' })
    expect(script().body?.conversationHistory).toEqual([
      { role: 'assistant', content: 'We close at dawn.' },
      { role: 'user', content: 'One' },
      { role: 'assistant', content: 'Yes.' },
    ])
    expect(script().body?.clientMessageId).not.toBe(first?.clientMessageId)
  })

  it('shows a whole reply whose messages the server does not name', async () => {
    const { script, transcript, say } = await opened()
    say('Who are you?')
    await script().send(turn('', null), delta('The baker.'), done('The baker.'))
    expect(transcript().slice(1)).toEqual(['user complete: Who are you?', 'character complete: The baker.'])
  })

  it('lets the character continue when the draft is empty', async () => {
    const { script, transcript, say } = await opened()
    say('   ')
    expect(script().body).toMatchObject({ message: '' })
    expect(transcript().slice(1)).toEqual(['character streaming: '])
    await script().send(turn('m2', null), done('Well then.'))
    expect(transcript().slice(1)).toEqual(['character complete: Well then.'])
  })

  it('creates a purged conversation again, with the same greeting, and sends the message there once', async () => {
    const { script, scripts, server, drafts, state, transcript, say } = await opened([greeting])
    server.created.push({ characterId: 'other' })
    say('Hi')
    const first = script().body
    await script().fail(notFound())
    await expect.poll(() => scripts).toHaveLength(2)
    expect(server.created.at(-1)).toEqual({ characterId: 'ines', greeting: 'We close at dawn.' })
    expect(script().body).toEqual({ ...first, conversationId: 'c2', leafId: 'greeting-c2' })
    expect(state().conversationId).toBe('c2')
    expect([...drafts]).toEqual([['c2', { text: 'Hi', pendingId: first?.clientMessageId }]])
    await script().send(turn(), done('Hello.'))
    expect(transcript()).toEqual([
      'character complete: We close at dawn.',
      'user complete: Hi',
      'character complete: Hello.',
    ])
    expect(state().messages[0]?.id).toBe('greeting-c2')
    expect(drafts.size).toBe(0)
  })

  it('does not create a conversation that had a message, or one whose character is missing', async () => {
    const started = await opened([greeting, message('u0', 'user', 'Yes')])
    started.say('Hi')
    await started.script().fail(notFound())
    expect(started.server.created).toEqual([])
    expect(started.transcript().slice(2)).toEqual(['user unsent: Hi', 'character failed: '])
    const unstarted = await opened([greeting])
    unstarted.server.error = notFound()
    unstarted.say('Hi')
    await unstarted.script().fail(notFound())
    await expect.poll(() => unstarted.transcript().slice(1)).toEqual(['user unsent: Hi', 'character failed: '])
  })
})

describe('a reply', () => {
  it('waits, then grows once a frame, and one at a time', async () => {
    const { store, script, scripts, renderFrame, state, say } = await opened()
    say('Hi')
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

  it('shows its error, keeps its text, and is retried in its own place', async () => {
    const { store, script, state, transcript, say } = await opened()
    say('Hi')
    await script().send(turn(), delta('Good'), failed())
    const reply = state().messages[2]
    expect(reply).toMatchObject({ status: 'failed', content: 'Good', id: 'm2' })
    expect(reply?.error).toMatch(/^AI servers are having issues/)
    store.turns.retry(reply?.key ?? '')
    expect(script().source).toMatchObject({
      begin: { url: '/api/conversations/c1/replies', body: { messageId: 'm2', clientMessageId: expect.any(String) } },
    })
    await script().send(turn('m3'), delta('Good evening.'), done('Good evening.'))
    expect(transcript().slice(1)).toEqual(['user complete: Hi', 'character complete: Good evening.'])
    expect(state().messages[2]).toMatchObject({ key: reply?.key, id: 'm3', error: null })
  })

  it('is removed when it failed without text and another message is sent', async () => {
    const { script, transcript, say } = await opened()
    say('One')
    await script().send(turn(), failed())
    say('Two')
    expect(transcript().slice(1)).toEqual(['user complete: One', 'user sending: Two', 'character streaming: '])
  })

  it('is removed when it was stopped before its first word', async () => {
    const { script, server, state, transcript, say } = await opened()
    say('Hi')
    await script().send(turn())
    server.stored = [greeting, message('u1', 'user', 'Hi')]
    await script().send(done('', 'interrupted'))
    expect(transcript()).toEqual(['character complete: We close at dawn.', 'user complete: Hi'])
    expect(state()).toMatchObject({ turn: 'idle', liveReply: null })
  })

  it('gives way to the version before when it was stopped before its first word', async () => {
    const failedReply = { ...message('m2', 'character', 'Half', { status: 'failed' }) }
    const { store, script, server, transcript } = await opened([greeting, message('u1', 'user', 'Hi'), failedReply])
    store.turns.retry('m2')
    await script().send(turn('m3'))
    server.stored = [greeting, message('u1', 'user', 'Hi'), failedReply]
    await script().send(done('', 'interrupted'))
    expect(transcript().slice(1)).toEqual(['user complete: Hi', 'character failed: Half'])
  })

  it('is stopped on the server, also when Stop was pressed before the server had named it', async () => {
    const { store, script, server } = await opened()
    store.turns.send()
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

  it('requests another version in the place of a reply, and what followed is another branch', async () => {
    const { store, script, state, transcript } = await opened([hello, reply, more])
    const key = state().messages[1]?.key ?? ''
    store.turns.regenerate(key, 'Shorter')
    expect(script().body).toMatchObject({ messageId: 'm2', hint: 'Shorter' })
    expect(transcript()).toEqual(['user complete: Hello.', 'character streaming: '])
    await script().send(turn('m4', null), done('Evening.'))
    expect(state().messages[1]).toMatchObject({ key, id: 'm4', content: 'Evening.', siblings: ['m2', 'm4'] })
  })

  it('shows what was there when another version is refused', async () => {
    const { store, script, server, state, transcript } = await opened([hello, reply, more])
    const before = transcript()
    store.turns.regenerate(state().messages[1]?.key ?? '')
    await script().fail(new HttpError(429, '{"error":"No messages left.","code":"quota_exceeded"}'))
    expect(transcript()).toEqual(before)
    expect(state()).toMatchObject({ turn: 'idle', liveReply: null })
    expect(server.refusals).toEqual(['No messages left.'])
  })

  it('sends an edited message in the place of the old one, and keeps a text that is refused for editing', async () => {
    const { store, script, state, transcript } = await opened([hello, reply])
    const key = state().messages[0]?.key ?? ''
    store.turns.editMessage(key, 'Good day.')
    expect(transcript()).toEqual(['user sending: Good day.', 'character streaming: '])
    await script().fail(new HttpError(422, '{"error":"Not allowed.","code":"held_back"}'))
    expect(transcript()).toEqual(['user complete: Hello.', 'character complete: Good evening.'])
    expect(state().editing).toEqual({ key, text: 'Good day.' })
    store.turns.editMessage(key, 'Good day.')
    await script().send(turn('m4', 'u4'), done('Day.'))
    expect(state().messages).toMatchObject([
      { id: 'u4', status: 'complete', siblings: ['m1', 'u4'] },
      { id: 'm4', content: 'Day.' },
    ])
    expect(state().editing).toBeNull()
  })

  it('are chosen on the basis of the newest message, and keep their place in the list', async () => {
    const { store, server, state, changes } = await opened([hello, reply, more])
    const keys = state().messages.map(({ key }) => key)
    server.stored = [hello, { ...message('m5', 'character', 'Morning.'), parentId: 'm1', siblings: ['m2', 'm5'] }]
    await store.tree.choose('m5')
    expect(server.treeChanges).toEqual([{ choose: { messageId: 'm5', leafId: 'm3', endHere: false } }])
    expect(state().messages.map(({ key }) => key)).toEqual(keys.slice(0, 2))
    expect(changes()).toBe(1)
  })

  it('shows the conversation as it is after a refusal because it was changed elsewhere', async () => {
    const { store, server, transcript } = await opened([hello, reply])
    server.treeError = new HttpError(409, '{"error":"Changed.","code":"stale_leaf"}')
    server.stored = [hello]
    await expect(store.tree.delete('m2')).rejects.toThrow(HttpError)
    await settled()
    expect(transcript()).toEqual(['user complete: Hello.'])
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

  it('passes on the text of an edit when its message was removed elsewhere', async () => {
    const { store, server, state } = await opened([hello, reply])
    const [own, answer] = state().messages
    store.setEditing({ key: answer?.key ?? '', text: 'Good night.' })
    server.stored = [hello, { ...message('m5', 'character', 'Morning.'), parentId: 'm1', siblings: ['m2', 'm5'] }]
    await store.pages.refresh()
    expect([server.hiddenEdits, state().messages[1]?.key]).toEqual([[], answer?.key])
    server.stored = [hello]
    await store.pages.refresh()
    expect([server.hiddenEdits, state().messages[0]?.key]).toEqual([['Good night.'], own?.key])
  })

  it('a message after going back is another version of what followed', async () => {
    const { server, script, state, say, store } = await opened([hello, reply])
    server.later = ['m3']
    await store.pages.refresh()
    expect(state().later).toEqual(['m3'])
    say('And now?')
    expect(state().later).toEqual([])
    await script().send(turn('m6', 'u6'))
    expect(state().messages[2]).toMatchObject({ id: 'u6', siblings: ['m3', 'u6'] })
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

describe('a draft', () => {
  it('is stored until the server has the message', async () => {
    const { store, script, drafts, state } = await opened()
    store.setDraft('A long thought')
    expect(drafts.get('c1')).toEqual({ text: 'A long thought', pendingId: null })
    store.turns.send()
    expect(state().draft).toBe('')
    expect(drafts.get('c1')).toEqual({ text: 'A long thought', pendingId: script().body?.clientMessageId })
    await script().send(turn())
    expect(drafts.size).toBe(0)
  })

  it('is restored after a reload', () => {
    const { drafts, deps } = setUp()
    drafts.set('c1', { text: 'Half a sentence', pendingId: null })
    expect(new ConversationStore(deps, existing).state.getState().draft).toBe('Half a sentence')
  })

  it('stays while the model goes on in a reply', async () => {
    const { store, script, drafts, state } = await opened([
      greeting,
      message('m0', 'character', 'So', { status: 'interrupted' }),
    ])
    store.setDraft('Wait')
    store.turns.continueReply('m0')
    expect(script().source).toEqual({ continue: { conversationId: 'c1', messageId: 'm0', have: 2 } })
    expect(state().draft).toBe('Wait')
    expect(drafts.get('c1')).toEqual({ text: 'Wait', pendingId: null })
  })
})

describe('a reply that was cut', () => {
  const cut = message('m0', 'character', 'So I', { status: 'interrupted' })

  it('is continued in the same message', async () => {
    const { store, script, transcript, state } = await opened([greeting, cut])
    store.turns.continueReply('m0')
    expect(state()).toMatchObject({ turn: 'replying', liveReply: { key: 'm0', text: 'So I' } })
    await script().send(delta(' left.'), done('So I left.'))
    expect(transcript().slice(1)).toEqual(['character complete: So I left.'])
    expect(state().turn).toBe('idle')
  })

  it('is as it was when continuing is refused, with the reason', async () => {
    const { store, script, transcript, state } = await opened([greeting, cut])
    store.turns.continueReply('m0')
    await script().fail(new HttpError(429, JSON.stringify({ error: 'x', userMessage: 'That was 50 for today.' })))
    expect(transcript().slice(1)).toEqual(['character interrupted: So I'])
    expect(state().messages[1]?.error).toBe('That was 50 for today.')
  })
})

describe('a model that is loading', () => {
  it('is named until the first text', async () => {
    const { script, state, say, renderFrame } = await opened()
    say('Hi')
    await script().send(turn(), { type: 'loading', data: {} })
    expect(state().isModelLoading).toBe(true)
    await script().send(delta('Good'))
    renderFrame()
    expect(state().isModelLoading).toBe(false)
  })
})

describe('a message that the server refused', () => {
  it('stays in the transcript, and is the same send when it is retried', async () => {
    const { store, script, drafts, transcript, state, say } = await opened()
    say('Hi')
    const first = script().body
    await script().fail(new HttpError(429, JSON.stringify({ error: 'x', userMessage: 'That was 50 for today.' })))
    expect(transcript().slice(1)).toEqual(['user unsent: Hi', 'character failed: '])
    expect(state().messages[2]?.error).toBe('That was 50 for today.')
    expect(drafts.get('c1')?.text).toBe('Hi')
    store.turns.retry(state().messages[2]?.key ?? '')
    expect(transcript().slice(1)).toEqual(['user sending: Hi', 'character streaming: '])
    expect(script().body).toEqual(first)
    await script().send(turn(), done('Hello.'))
    expect(transcript().slice(1)).toEqual(['user complete: Hi', 'character complete: Hello.'])
    expect(drafts.size).toBe(0)
  })

  it('stays when another message is sent after it', async () => {
    const { script, transcript, say } = await opened()
    say('One')
    await script().fail(offline())
    say('Two')
    expect(transcript().slice(1)).toEqual(['user unsent: One', 'user sending: Two', 'character streaming: '])
  })

  it('is shown once when the server turns out to have it', async () => {
    const { store, script, server, drafts, transcript, say } = await opened()
    say('Hi')
    const clientMessageId = String(script().body?.clientMessageId)
    await script().fail(offline())
    server.stored = [greeting, message('u1', 'user', 'Hi', { clientMessageId }), message('m2', 'character', 'Hello.')]
    await store.pages.refresh()
    expect(transcript().slice(1)).toEqual(['user complete: Hi', 'character complete: Hello.'])
    expect(drafts.size).toBe(0)
  })
})

describe('a page that was reloaded before the answer to a send', () => {
  const arrived = [
    greeting,
    message('u1', 'user', 'Hi', { clientMessageId: 'id-9' }),
    message('m2', 'character', 'Hello.'),
  ]

  /** A reload after "Hi" was sent under `id-9`. */
  function reloaded(stored: Message[]) {
    const setup = setUp(stored)
    setup.drafts.set('c1', { text: 'Hi', pendingId: 'id-9' })
    return { ...setup, store: new ConversationStore(setup.deps, existing) }
  }

  it('shows a message that arrived once, and nothing in the composer', async () => {
    const { store, drafts } = reloaded(arrived)
    await store.open()
    expect(textOf(store).slice(1)).toEqual(['user complete: Hi', 'character complete: Hello.'])
    expect(store.state.getState().draft).toBe('')
    expect(drafts.size).toBe(0)
  })

  it('loads the page again when it was prefetched before the message arrived', async () => {
    const { store, server, deps } = reloaded([greeting])
    const fetchPage = deps.fetchPage
    deps.fetchPage = async (...args): Promise<ConversationPage> => {
      const page = await fetchPage(...args)
      server.stored = arrived
      return page
    }
    await store.open()
    expect(textOf(store).slice(1)).toEqual(['user complete: Hi', 'character complete: Hello.'])
    expect(store.state.getState().draft).toBe('')
  })

  it('restores the text when it did not arrive, and sends it under the same id', async () => {
    const { store, scripts } = reloaded([greeting])
    await store.open()
    expect(store.state.getState().draft).toBe('Hi')
    store.turns.send()
    expect(scripts[0]?.body).toMatchObject({ message: 'Hi', clientMessageId: 'id-9' })
  })

  it('keeps the text and its id when the server cannot be reached', async () => {
    const { store, server, drafts } = reloaded([greeting])
    server.error = offline()
    await store.open()
    expect(store.state.getState()).toMatchObject({ phase: 'failed', draft: 'Hi' })
    expect(drafts.get('c1')).toEqual({ text: 'Hi', pendingId: 'id-9' })
  })

  it('keeps text that was written since, which is another send', async () => {
    const { store, drafts, scripts } = reloaded(arrived)
    const opening = store.open()
    store.setDraft('Hi again')
    await opening
    expect(store.state.getState().draft).toBe('Hi again')
    expect([...drafts]).toEqual([['c1', { text: 'Hi again', pendingId: null }]])
    store.turns.send()
    expect(scripts[0]?.body).toMatchObject({ message: 'Hi again' })
    expect(scripts[0]?.body?.clientMessageId).not.toBe('id-9')
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

  it('shows the name of a branch beside every message that has the version', async () => {
    const stored = [greeting, { ...message('m3', 'character', 'Later.'), siblings: ['m2', 'm3'] }]
    const { store, state } = setUp(stored)
    await store.open()
    store.showBranchName('m2', 'The cellar')
    expect(state().messages.map(({ names }) => names)).toEqual([{}, { m2: 'The cellar' }])
    store.showBranchName('m2', '')
    expect(state().messages.at(-1)?.names).toEqual({})
  })

  it('joins a reply in progress', async () => {
    const stored = [message('u1', 'user', 'Hi'), message('m2', 'character', 'Good ', { status: 'streaming' })]
    const { script, transcript, state } = await opened(stored)
    expect(script().source).toEqual({ join: { conversationId: 'c1', messageId: 'm2', have: 5 } })
    expect(state()).toMatchObject({ turn: 'replying', liveReply: { text: 'Good ' } })
    await script().send(delta('evening.'), done('Good evening.'))
    expect(transcript()).toEqual(['user complete: Hi', 'character complete: Good evening.'])
  })

  it('distinguishes a missing conversation from an unreachable server', async () => {
    const { store, server, state } = setUp()
    server.error = notFound()
    await store.open()
    expect(state().phase).toBe('missing')
    server.error = offline()
    await store.open()
    expect(state().phase).toBe('failed')
    server.error = null
    await store.open()
    expect(state().phase).toBe('open')
  })

  it('shows what is stored when the stream of a reply can no longer be read', async () => {
    const { script, scripts, server, transcript } = await opened([
      message('m2', 'character', 'Good ', { status: 'streaming' }),
    ])
    server.stored = [message('m2', 'character', 'Good evening.')]
    await script().fail(notFound())
    await expect.poll(() => transcript()).toEqual(['character complete: Good evening.'])
    expect(scripts).toHaveLength(1)
  })
})

describe('with another tab open', () => {
  const turnInProgress = () =>
    new HttpError(409, JSON.stringify({ error: 'x', code: 'turn_in_progress', conversationId: 'c1', messageId: 'm2' }))
  const streaming = (content: string) => message('m2', 'character', content, { status: 'streaming' })

  it('joins the reply that runs there and puts the text back into the composer', async () => {
    const { script, scripts, server, transcript, state, say } = await opened()
    say('Mine')
    server.stored = [greeting, message('u1', 'user', 'Theirs', { clientMessageId: 'theirs' }), streaming('Oh')]
    await script().fail(turnInProgress())
    await expect.poll(() => scripts).toHaveLength(2)
    expect(script().source).toMatchObject({ join: { messageId: 'm2', have: 2 } })
    expect(state().draft).toBe('Mine')
    expect(transcript().slice(1)).toEqual(['user complete: Theirs', 'character streaming: Oh'])
  })

  it('shows what was said elsewhere when that has changed the story, with the text in the composer', async () => {
    const { script, scripts, server, transcript, state, say } = await opened()
    say('Mine')
    expect(script().body).toMatchObject({ leafId: greeting.id })
    server.stored = [greeting, message('u1', 'user', 'Theirs'), message('m2', 'character', 'Oh.')]
    await script().fail(new HttpError(409, JSON.stringify({ error: 'Changed.', code: 'stale_leaf' })))
    await expect.poll(() => server.refusals).toEqual(['Changed.'])
    expect(scripts).toHaveLength(1)
    expect(state()).toMatchObject({ draft: 'Mine', turn: 'idle' })
    expect(transcript().slice(1)).toEqual(['user complete: Theirs', 'character complete: Oh.'])
  })

  it('sends the id of the server’s newest message when it sends again after a failure', async () => {
    const { store, script, state, say } = await opened()
    say('Mine')
    await script().fail(new HttpError(500, ''))
    store.turns.retry(state().messages.at(-1)?.key ?? '')
    expect(script().body).toMatchObject({ message: 'Mine', leafId: greeting.id })
  })

  it('finds its own message when the request had arrived after all', async () => {
    const { script, scripts, server, drafts, state, say } = await opened()
    say('Mine')
    const clientMessageId = String(script().body?.clientMessageId)
    server.stored = [greeting, message('u1', 'user', 'Mine', { clientMessageId }), streaming('')]
    await script().fail(turnInProgress())
    await expect.poll(() => scripts).toHaveLength(2)
    expect(state().draft).toBe('')
    expect(drafts.size).toBe(0)
    expect(state().messages.filter(({ content }) => content === 'Mine')).toHaveLength(1)
  })

  it('does not take the same text sent there for its own message', async () => {
    const { store, script, scripts, server, drafts, state, say } = await opened()
    say('Yes.')
    const first = script().body
    server.stored = [greeting, message('u1', 'user', 'Yes.', { clientMessageId: 'theirs' }), streaming('Oh')]
    await script().fail(turnInProgress())
    await expect.poll(() => scripts).toHaveLength(2)
    expect(state().draft).toBe('Yes.')
    expect(drafts.get('c1')).toEqual({ text: 'Yes.', pendingId: first?.clientMessageId })
    await script().send(done('Oh, no.'))
    store.turns.send()
    expect(script().body).toMatchObject({ message: 'Yes.', clientMessageId: first?.clientMessageId })
  })

  it('shows what happened there, and reports the beginning and the end of a turn', async () => {
    const { store, script, server, transcript, changes } = await opened()
    server.stored = [greeting, message('u1', 'user', 'Theirs'), message('m2', 'character', 'Yes.')]
    await store.pages.refresh()
    expect(transcript().slice(1)).toEqual(['user complete: Theirs', 'character complete: Yes.'])
    store.turns.send()
    await script().send(turn('m4', null), done('More.'))
    expect(changes()).toBe(2)
  })
})

describe('detach', () => {
  it('does not join the reply of another tab after a send was refused', async () => {
    const { store, script, scripts, server, drafts, say } = await opened()
    say('Mine')
    store.detach()
    server.stored = [greeting, message('u1', 'user', 'Theirs'), message('m2', 'character', '', { status: 'streaming' })]
    await script().fail(new HttpError(409, JSON.stringify({ error: 'x', code: 'turn_in_progress' })))
    await expect.poll(() => store.state.getState().draft).toBe('Mine')
    expect(drafts.get('c1')?.text).toBe('Mine')
    expect(scripts).toHaveLength(1)
  })

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

it('a message that is removed with its reply disappears, and the reply says why', async () => {
  const { server, script, state, say } = await opened()
  say('Hi')
  await script().send(turn(), delta('Good'))
  const error = { errorType: 'held_back', userMessage: 'This message was taken back.' } as const
  server.stored = [
    greeting,
    message('u1', 'user', '', { status: 'redacted' }),
    { ...message('m2', 'character', '', { status: 'redacted' }), error },
  ]
  await script().send({ type: 'replace', data: { text: '' } }, failed({ ...error, status: 'redacted' }))
  await settled()
  expect(state().messages.slice(1)).toMatchObject([
    { id: 'u1', content: '', status: 'redacted' },
    { id: 'm2', content: '', status: 'redacted', error: error.userMessage },
  ])
})

it('a reply that the classifier has held back since is removed after the next turn', async () => {
  const unchecked = { ...message('m2', 'character', 'Good evening.'), unchecked: true }
  const { server, script, state, say } = await opened([greeting, unchecked])
  say('Hi')
  server.stored = [
    greeting,
    {
      ...message('m2', 'character', '', { status: 'redacted' }),
      error: { errorType: 'held_back', userMessage: 'No.' },
    },
    message('u1', 'user', 'Hi'),
    message('m3', 'character', 'Welcome.'),
  ]
  await script().send(turn('m3'), done('Welcome.'))
  await settled()
  expect(state().messages.slice(1)).toMatchObject([
    { id: 'm2', content: '', status: 'redacted', error: 'No.' },
    { id: 'u1', content: 'Hi' },
    { id: 'm3', content: 'Welcome.' },
  ])
})

describe('the messages that are left today', () => {
  it('follow the server, and a failed turn is refunded', async () => {
    const { store, server, script, state, say } = setUp()
    server.messagesLeft = 9
    await store.open()
    expect(state().messagesLeft).toBe(9)
    say('Hi')
    await script().send(turn('m2', 'u1', { messagesLeft: 8 }), done('Welcome.'))
    expect(state().messagesLeft).toBe(8)
    say('Again')
    await script().send(turn('m3', 'u2', { messagesLeft: 7 }), failed())
    expect(state().messagesLeft).toBe(8)
    store.turns.retry(state().messages.at(-1)?.key ?? '')
    await script().send(turn('m4', null))
    expect(state().messagesLeft, 'a turn that was begun before').toBe(8)
    const whole = { status: 'complete', finish: 'length', refunded: false } as const
    await script().send(turn('m5', null, { messagesLeft: 7 }), failed(whole))
    expect(state().messagesLeft, 'a whole reply that is not saved yet').toBe(7)
    expect(state().messages.at(-1)).toMatchObject({ status: 'complete', finish: 'length' })
    say('Stop')
    const stopped = { status: 'interrupted', refunded: false } as const
    await script().send(turn('m6', 'u3', { messagesLeft: 6 }), delta('Half'), failed(stopped))
    expect(state().messagesLeft, 'a stopped reply that is not saved yet').toBe(6)
    say('Once more')
    await script().send(turn('m5', null, { messagesLeft: null }), done('Premium.'))
    expect(state().messagesLeft).toBeNull()
  })

  it('are none after a rejection for the daily limit, and unchanged after another one', async () => {
    const { script, state, say } = await opened()
    say('Hi')
    await script().fail(new HttpError(429, JSON.stringify({ error: 'x', code: 'rate_limited' })))
    expect(state().messagesLeft).toBeNull()
    say('Hi')
    await script().fail(new HttpError(429, JSON.stringify({ error: 'x', code: 'quota_exceeded', messagesLeft: 0 })))
    expect(state()).toMatchObject({ messagesLeft: 0, turn: 'idle' })
  })
})

describe('a scene', () => {
  const participant = (characterId: string, name: string) => ({
    ...{ characterId, name, avatar: '', category: 'Mystery', available: true, present: true },
  })
  const scene = {
    turnOrder: 'round' as const,
    participants: [participant('ines', 'Ines Calder'), participant('bo', 'Bo')],
  }
  const openScene = async () => {
    const setup = setUp([{ ...greeting, audience: ['ines', 'bo'] }])
    const { fetchPage } = setup.deps
    setup.deps.fetchPage = async (...args) => ({ ...(await fetchPage(...args)), scene })
    await setup.store.open()
    return setup
  }
  const endWith = (next: ReplyEvents['done']['next']): ReplyEvent => ({
    type: 'done',
    data: { ...(done('Hello.') as { data: ReplyEvents['done'] }).data, ...(next === undefined ? {} : { next }) },
  })

  it('reads the replies of a round one after the other, each in the name of its speaker', async () => {
    const { say, script, scripts, state, transcript } = await openScene()
    say('Good evening.')
    expect(state().messages.at(-1)).toMatchObject({ speakerId: 'bo', audience: ['ines', 'bo'] })
    await script().send(turn('m2'), endWith({ messageId: 'm3', speakerId: 'ines', messagesLeft: 7 }))
    expect(scripts).toHaveLength(2)
    expect(script().source).toEqual({ join: { conversationId: 'c1', messageId: 'm3', have: 0 } })
    expect(state()).toMatchObject({ turn: 'waiting', messagesLeft: 7 })
    expect(state().messages.at(-1)).toMatchObject({ id: 'm3', parentId: 'm2', speakerId: 'ines' })
    await script().send(delta('Sit.'), endWith(null))
    expect(state().turn).toBe('idle')
    expect(transcript()).toHaveLength(4)
  })

  it('sends whom the user picked once, and shows who speaks as the server says', async () => {
    const { store, say, script, state } = await openScene()
    store.pickSpeaker('ines')
    say('You?')
    expect(state().messages.at(-1)?.speakerId).toBe('ines')
    const { source } = script()
    expect('begin' in source && source.begin.body).toMatchObject({ speakerId: 'ines' })
    const begun = turn('m2') as { data: BegunTurn }
    await script().send({ type: 'turn', data: { ...begun.data, speakerId: 'bo' } }, endWith(null))
    expect(state()).toMatchObject({ pickedSpeakerId: null })
    expect(state().messages.at(-1)?.speakerId).toBe('bo')
  })

  it('asks for the next reply when the end of one does not say whether there is one', async () => {
    const { say, script, server, scripts } = await openScene()
    say('Good evening.')
    server.stored = [greeting, message('u1', 'user', 'Good evening.'), message('m2', 'character', 'Hello.')]
    server.stored.push(message('m3', 'character', '', { status: 'streaming' }))
    await script().send(turn('m2'), endWith(undefined))
    await settled()
    expect(scripts).toHaveLength(2)
    expect(script().source).toMatchObject({ join: { messageId: 'm3' } })
  })
})
