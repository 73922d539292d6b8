import { describe, expect, it } from 'vitest'
import { Announcements } from './announcements.ts'
import { blankState, type ConversationState } from './conversation-state.ts'
import { newLine } from './lines.ts'

const reply = (changes: object) =>
  newLine({ key: 'r', role: 'character', createdAt: 1, status: 'streaming', ...changes })
const state = (changes: Partial<ConversationState>) => ({ ...blankState, conversationId: 'c1', ...changes })
const live = (text: string) => state({ lines: [reply({})], live: { key: 'r', text }, turn: 'replying' })

/** What is said over a series of states. */
const said = (...states: ConversationState[]) => {
  const announcements = new Announcements(blankState)
  return states.map((now) => announcements.next(now, 'Ines'))
}

describe('announcements', () => {
  it('say a reply sentence by sentence, and its last words when it ends', () => {
    const end = state({ lines: [reply({ status: 'complete', content: '"Sit. Tell me." She waits' })] })
    expect(said(live(''), live('"Si'), live('"Sit. Te'), live('"Sit. Tell me." She wai'), end)).toEqual([
      'Ines is writing.',
      '',
      '"Sit.',
      'Tell me."',
      'She waits',
    ])
  })

  it('say why a reply failed', () => {
    const failed = state({ lines: [reply({ status: 'failed', error: 'AI servers are having issues.' })] })
    expect(said(live(''), failed)[1]).toBe('Ines: AI servers are having issues.')
  })

  it('say that a reply stopped', () => {
    const stopped = state({ lines: [reply({ status: 'interrupted', content: 'Half' })] })
    expect(said(live('Half'), stopped)[1]).toBe('Half The reply stopped here.')
  })

  it('say the greeting whole, however slowly it is typed', () => {
    const greeted = { ...blankState, lines: [reply({ status: 'complete', content: '*She nods.* We close at dawn.' })] }
    expect(said(greeted)).toEqual(['Ines: She nods. We close at dawn.'])
  })

  it('leave old lines to those who go and read them', () => {
    expect(said(state({ lines: [reply({ status: 'complete', content: 'Old.' })] }))).toEqual([''])
  })
})
