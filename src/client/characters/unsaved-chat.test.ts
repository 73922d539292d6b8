import { fastify } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createUnsavedChat } from './unsaved-chat.ts'

const event = (name: string, id: number, data: object) => `event: ${name}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`
const turn = event('turn', 0, { conversationId: '', userMessageId: null, messageId: 'm1' })
let begun = 0
let url = ''
const server = fastify({ forceCloseConnections: true })
server.post('/:text/:end', (request, reply) => {
  begun += 1
  const { text, end } = request.params as { text: string; end: string }
  reply.hijack()
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream' })
  reply.raw.write(turn + (text === 'nothing' ? '' : event('delta', text.length, { text })))
  if (end === 'lost') setImmediate(() => reply.raw.destroy())
})
beforeAll(async () => {
  url = await server.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => server.close())

const begin = (path: string) => () => ({ begin: { url: `${url}/${path}`, body: {} } })
const greeting = { role: 'assistant', content: 'Ahoy.' }
const own = { role: 'user', content: 'Good evening.' }

it('keeps what a stopped reply has, and gives back a message that has no answer', async () => {
  const chat = createUnsavedChat()
  const hasReply = new Promise<void>((resolve) => chat.subscribe(({ reply }) => reply === 'Mind' && resolve()))
  const sent = chat.send(begin('Mind/open'), own.content, greeting.content)
  await hasReply
  chat.stop()
  expect(await sent).toBe(true)
  const { messages } = chat.getState()
  expect(messages).toEqual([greeting, own, { role: 'assistant', content: 'Mind' }])
  const unanswered = chat.send(begin('nothing/open'), 'And now?', greeting.content)
  chat.stop()
  expect(await unanswered).toBe(false)
  expect(chat.getState()).toEqual({ messages, isWaiting: false, reply: '', problem: '' })
})

it('says that the connection was lost, and does not ask again for a reply that is not stored', async () => {
  const chat = createUnsavedChat()
  const before = begun
  expect(await chat.send(begin('Mind/lost'), own.content, '')).toBe(false)
  expect(chat.getState()).toMatchObject({ messages: [], isWaiting: false, problem: expect.stringContaining('server') })
  expect(begun).toBe(before + 1)
})
