import { expect, it } from 'vitest'
import { type ConversationState, initialState } from '../store/conversation-state.ts'
import { createMessage } from '../store/messages.ts'
import { Announcements } from './announcer.tsx'

const greeting = createMessage({ key: 'g', role: 'character', createdAt: 1, content: '*She nods.* We close at dawn.' })
const reply = (changes: object) =>
  createMessage({ key: 'r', role: 'character', createdAt: 1, status: 'streaming', ...changes })
const state = (...messages: ConversationState['messages'][number][]): ConversationState => ({
  ...initialState,
  phase: 'open',
  conversationId: 'c1',
  messages: [greeting, ...messages],
})
const live = (text: string): ConversationState => ({
  ...state(reply({})),
  liveReply: { key: 'r', text },
  turn: 'replying',
})

/** The announcements over a series of states. */
const announced = (...states: ConversationState[]) => {
  const announcements = new Announcements(state())
  return states.map((one) => announcements.next(one, 'Ines'))
}

it('announces a reply sentence by sentence, and its last words when it ends', () => {
  const end = state(reply({ status: 'complete', content: '"Sit. Tell me." She waits' }))
  expect(announced(live(''), live('"Si'), live('"Sit. Te'), live('"Sit. Tell me." She wai'), end)).toEqual([
    'Ines is writing.',
    '',
    '"Sit.',
    'Tell me."',
    'She waits',
  ])
})

it('announces why a reply failed', () => {
  const failed = state(reply({ status: 'failed', error: 'AI servers are having issues.' }))
  expect(announced(live(''), failed)[1]).toBe('Ines: AI servers are having issues.')
})

it('announces that a reply stopped', () => {
  const stopped = state(reply({ status: 'interrupted', content: 'Half' }))
  expect(announced(live('Half'), stopped)[1]).toBe('Half The reply stopped here.')
})

it('announces the whole greeting when a conversation is created', () => {
  const announcements = new Announcements(initialState)
  expect(announcements.first('Ines')).toBe('')
  expect(announcements.next(state(), 'Ines')).toBe('Ines: She nods. We close at dawn.')
  expect(announcements.next({ ...state(), draft: 'Hello' }, 'Ines')).toBe('')
})

it('announces the greeting of a conversation that opens without a message', () => {
  expect(new Announcements(state()).first('Ines')).toBe('Ines: She nods. We close at dawn.')
})

it('does not announce older messages', () => {
  const old = state(reply({ status: 'complete', content: 'Old.' }))
  expect(new Announcements(old).first('Ines')).toBe('')
  expect(new Announcements(initialState).next(old, 'Ines')).toBe('')
  expect(announced(old)).toEqual([''])
})
