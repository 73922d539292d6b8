import { expect, it } from 'vitest'
import { createStoredMessage } from '#tests/support/create-conversation.ts'
import { createMessage, fromServer, historyOf, mergeNewestPage } from './messages.ts'

const message = (id: string, content = id) => createStoredMessage(id, { content })
const messages = (...ids: string[]) => ids.map((id) => fromServer(message(id)))
const ids = (list: readonly { id: string | null }[]) => list.map((one) => one.id)

it('keeps the messages before the page, and the keys of the messages in it', () => {
  const mine = createMessage({ key: 'mine', id: 'c', role: 'user', createdAt: 1 })
  const page = [message('b', 'changed'), message('c'), message('d')]
  const merged = mergeNewestPage([...messages('a', 'b'), mine], page)
  expect(ids(merged.messages)).toEqual(['a', 'b', 'c', 'd'])
  expect(merged.messages[1]?.content).toBe('changed')
  expect(merged.messages[2]?.key).toBe('mine')
  expect(merged.overlaps).toBe(true)
})

it('drops messages that are no longer on the active path', () => {
  const merged = mergeNewestPage(messages('a', 'b', 'failed'), [message('b'), message('other')])
  expect(ids(merged.messages)).toEqual(['a', 'b', 'other'])
})

it('returns the page alone when messages are missing in between', () => {
  const merged = mergeNewestPage(messages('a'), [message('x'), message('y')])
  expect(merged).toMatchObject({ overlaps: false, messages: { length: 2 } })
})

it('does not match a message without an id with an empty page', () => {
  const unsent = createMessage({ key: 'unsent', role: 'user', createdAt: 1 })
  expect(ids(mergeNewestPage([unsent], []).messages)).toEqual([])
})

it('the history of a send is the newest messages with text, up to a limit', () => {
  const message = (content: string, role: 'user' | 'character' = 'user') =>
    createMessage({ key: content.slice(0, 5), role, content, createdAt: 1 })
  expect(historyOf([message('Hello.', 'character'), message(''), message('Who?')])).toEqual([
    { role: 'assistant', content: 'Hello.' },
    { role: 'user', content: 'Who?' },
  ])
  expect(historyOf(Array.from({ length: 300 }, (_, at) => message(`${at}`))).map(({ content }) => content)).toEqual(
    Array.from({ length: 100 }, (_, at) => `${at + 200}`),
  )
  expect(
    historyOf([message('a'.repeat(15_000)), message('b'.repeat(15_000)), message('c'.repeat(15_000))]),
  ).toHaveLength(2)
  expect(historyOf([message('kept by nobody'), message('d'.repeat(20_000)), message('e')])).toHaveLength(1)
})
