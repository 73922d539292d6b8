import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, it } from 'vitest'
import type { ConversationStore } from '../store/conversation-store.ts'
import { type ConversationMessage, createMessage } from '../store/messages.ts'
import { ConversationContext } from '../store/use-conversation.ts'
import { MessageNotice } from './message-notice.tsx'

function textOf(changes: Partial<ConversationMessage>): string {
  const message = createMessage({ key: 'm1', role: 'character', createdAt: 0, content: 'A quiet evening.', ...changes })
  const state = { turn: 'idle', messages: [message], messagesLeft: null }
  const store = {
    subscribe: () => () => {},
    state: { subscribe: () => () => {}, getState: () => state, getInitialState: () => state },
  } as unknown as ConversationStore
  const notice = <MessageNotice name="Ilse" message={message} />
  const page = <ConversationContext value={store}>{notice}</ConversationContext>
  return renderToStaticMarkup(<MemoryRouter>{page}</MemoryRouter>).replaceAll(/<[^>]+>/g, '')
}

it.each([
  [{}, ''],
  [{ status: 'interrupted' }, 'ContinueThe reply stopped here.'],
  [{ finish: 'length' }, 'ContinueThe reply reached its maximum length.'],
  [{ finish: 'filter' }, 'Try againThe AI service blocked the rest of this reply.'],
  [{ status: 'failed', error: 'It is busy.' }, 'Ilse: It is busy.Try again'],
  [
    { status: 'redacted', content: '', error: 'It looks like sexual content.', rule: 'minors' },
    'Ilse: It looks like sexual content.Try againAsk for a review',
  ],
  // The server could not save the end yet: nothing is to be repeated.
  [{ error: 'It will save this reply.' }, 'Ilse: It will save this reply.'],
] satisfies [Partial<ConversationMessage>, string][])('of a message with %j is %j (spec 8.chat.7)', (changes, text) => {
  expect(textOf(changes)).toBe(text)
})
