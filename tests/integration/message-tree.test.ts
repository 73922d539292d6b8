import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChatResponse, ConversationPage } from '#shared/chat.ts'
import { MessageTree, type ModelMessage } from '#tests/support/message-tree.ts'
import { createCharacter, createSharedApp, waitForReplies } from '#tests/support/test-app.ts'

/** `MESSAGE_TREE_RUNS=5000 npx vitest run --project integration-sqlite tests/integration/message-tree.test.ts` */
const runs = Number(process.env.MESSAGE_TREE_RUNS ?? (process.env.TEST_DB === 'postgres' ? 12 : 30))
const timeout = 300_000 + runs * 2_000
const maxCommands = runs > 100 ? 24 : 12

const app = await createSharedApp({ env: { FREE_DAILY_MESSAGES: '1000000' }, upstream: { tokens: 2, firstTokenMs: 0 } })
const player = await app.signUp()
const character = await createCharacter(await app.signUp('author'))

/** The server's side of a run. */
class Server {
  readonly url: string
  readonly id: string
  said = 0

  constructor({ conversation }: ConversationPage) {
    this.id = conversation.id
    this.url = `/api/conversations/${conversation.id}`
  }

  text(): string {
    this.said += 1
    return `Message ${this.said}`
  }

  send(message: string): Promise<ChatResponse> {
    return player.chat(character.id, message, { conversationId: this.id })
  }

  async stored() {
    const rows = await app.context.db
      .selectFrom('messages')
      .select(['id', 'parent_id as parent', 'role', 'content as text', 'hidden_by as hiddenBy', 'is_edited'])
      .where('conversation_id', '=', this.id)
      .orderBy('id')
      .execute()
    return rows.map(({ is_edited, ...row }) => ({ ...row, isEdited: is_edited === 1 }))
  }
}

type Command = fc.AsyncCommand<MessageTree, Server>
const byId = (a: ModelMessage, b: ModelMessage) => (a.id < b.id ? -1 : 1)

/** The path, its versions and every message that was ever said are as the model says. */
async function compare(model: MessageTree, server: Server, shown?: ConversationPage) {
  const page = await player.get<ConversationPage>(server.url)
  if (shown) expect(page.messages.slice(-shown.messages.length)).toEqual(shown.messages.slice(-page.messages.length))
  expect(page.messages.map(({ id, content, siblings, edited }) => ({ id, content, siblings, edited }))).toEqual(
    model.path().map(({ id, text, isEdited }) => {
      return { id, content: text, siblings: model.versions(id), edited: isEdited }
    }),
  )
  expect(page.later).toEqual(model.later())
  expect(await server.stored()).toEqual(model.messages.toSorted(byId))
}

const idsOf = (messages: ModelMessage[]) => messages.map(({ id }) => id)
const shownBy = (role: ModelMessage['role']) => (model: MessageTree) =>
  idsOf(model.path().filter((message) => message.role === role))
const shown = (model: MessageTree) => idsOf(model.path())
const visible = (model: MessageTree) => idsOf(model.visible())
const always = () => ['']
const reply = ({ messageId: id, response: text }: ChatResponse) => ({ id, role: 'character' as const, text })

interface Change {
  /** The messages with which it can be done. */
  choices: (model: MessageTree) => string[]
  run: (model: MessageTree, server: Server, id: string) => Promise<ConversationPage | undefined>
}
const changes: Record<string, Change> = {
  send: {
    choices: always,
    async run(model, server) {
      const text = server.text()
      const turn = await server.send(text)
      model.say(model.leaf, { id: turn.userMessageId ?? '', role: 'user', text }, reply(turn))
      return undefined
    },
  },
  'let go on': {
    choices: always,
    async run(model, server) {
      model.say(model.leaf, reply(await server.send('')))
      return undefined
    },
  },
  'write again': {
    choices: shownBy('character'),
    async run(model, server, id) {
      if (!model.find(id).parent) return undefined
      const turn = await player.post<ChatResponse>(`${server.url}/replies`, { messageId: id, hint: 'Shorter' })
      model.say(model.find(id).parent, reply(turn))
      return undefined
    },
  },
  'edit message': {
    choices: shownBy('user'),
    async run(model, server, id) {
      const text = server.text()
      const turn = await player.post<ChatResponse>(`${server.url}/messages/${id}/edit`, { content: text })
      model.say(model.find(id).parent, { id: turn.userMessageId ?? '', role: 'user', text }, reply(turn))
      return undefined
    },
  },
  'edit reply on any branch': {
    choices: (model) => idsOf(model.visible().filter(({ role }) => role === 'character')),
    async run(model, server, id) {
      const content = server.text()
      const body = { content, leafId: model.leaf }
      const page = await player.post<ConversationPage>(`${server.url}/replies/${id}/edit`, body)
      const edited = (await server.stored()).find(({ text }) => text === content)
      model.editReply(id, edited?.id ?? '', content)
      return page
    },
  },
  'go back': {
    choices: shown,
    async run(model, server, messageId) {
      const body = { messageId, leafId: model.leaf, endHere: true }
      const page = await player.put<ConversationPage>(`${server.url}/leaf`, body)
      model.goBack(messageId)
      return page
    },
  },
  'choose on any branch': {
    choices: visible,
    async run(model, server, messageId) {
      const page = await player.put<ConversationPage>(`${server.url}/leaf`, { messageId, leafId: model.leaf })
      model.choose(messageId)
      return page
    },
  },
  'delete or choose what is hidden': {
    choices: (model) => idsOf(model.hidden()),
    async run(model, server, messageId) {
      const body = { messageId, leafId: model.leaf }
      const path = `${server.url}/messages/${messageId}?leafId=${model.leaf}`
      expect((await player.request('DELETE', path)).status).toBe(404)
      expect((await player.request('PUT', `${server.url}/leaf`, body)).status).toBe(404)
      return undefined
    },
  },
  delete: {
    choices: visible,
    async run(model, server, id) {
      const path = `${server.url}/messages/${id}?leafId=${model.leaf}`
      const { status, body } = await player.request<ConversationPage>('DELETE', path)
      expect(status).toBe(model.delete(id) ? 200 : 400)
      return status === 200 ? body : undefined
    },
  },
  restore: { choices: (model) => idsOf(model.deleted()), run: (model, server, id) => restore(model, server, id) },
  'restore, gone on': {
    choices: (model) => idsOf(model.deleted()),
    run: (model, server, id) => restore(model, server, id, id),
  },
  'choose on an old leaf': {
    choices: shown,
    async run(model, server, messageId) {
      if (messageId === model.leaf) return undefined
      const body = { messageId: model.leaf, leafId: messageId, endHere: true }
      const refused = await player.request('PUT', `${server.url}/leaf`, body)
      expect(refused).toMatchObject({ status: 409, body: { code: 'stale_leaf' } })
      return undefined
    },
  },
}

async function restore(model: MessageTree, server: Server, id: string, leafId = model.leaf) {
  const path = `${server.url}/messages/${id}/restore`
  const answer = await player.request<ConversationPage>('POST', path, { leafId })
  expect(answer.status).toBe(model.restore(id, leafId) ? 200 : 404)
  return answer.status === 200 ? answer.body : undefined
}

const commands = Object.entries(changes).map(([name, { choices, run }]) =>
  fc.nat(40).map(
    (pick): Command => ({
      check: (model) => choices(model as MessageTree).length > 0,
      async run(model, server) {
        const ids = choices(model)
        const page = await run(model, server, ids[pick % ids.length] ?? '')
        await waitForReplies(app)
        await compare(model, server, page)
      },
      toString: () => `${name} ${pick}`,
    }),
  ),
)

test(
  `any sequence of sends, versions, edits, forks and deletions does what the model says (${runs} runs)`,
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.commands(commands, { maxCommands, size: 'max' }), async (sequence) => {
        const page = await player.begin(character.id)
        const server = new Server(page)
        const model = new MessageTree()
        const [greeting] = page.messages
        if (!greeting) throw new Error('No greeting.')
        model.say(null, { id: greeting.id, role: 'character', text: greeting.content })
        await fc.asyncModelRun(() => ({ model, real: server }), sequence)
      }),
      { numRuns: runs },
    )
  },
  timeout,
)
