import { describe, expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { wordsForError, wordsForFault } from './chat-errors.ts'

const refusal = (status: number, body: object) => new HttpError(status, JSON.stringify(body))

describe('the words for a failed reply', () => {
  it('are the server’s own when it sends some', () => {
    const body = { error: 'x', errorType: 'quota_exceeded', userMessage: 'You have used your 50 messages for today.' }
    expect(wordsForError(refusal(429, body))).toBe('You have used your 50 messages for today.')
    expect(wordsForFault({ userMessage: 'Rest now.', errorType: 'server_error' })).toBe('Rest now.')
  })

  it.each([
    ['quota_exceeded', /^I'm currently at my API usage limit\./],
    ['rate_limited', /^I'm receiving too many requests/],
    ['config_error', /^There's a configuration issue/],
    ['server_error', /^AI servers are having issues\./],
  ] as const)('follow the kind of fault: %s', (errorType, words) => {
    expect(wordsForError(refusal(500, { error: 'x', errorType }))).toMatch(words)
    expect(wordsForFault({ errorType })).toMatch(words)
  })

  it('fall back to the spec’s words', () => {
    expect(wordsForError(refusal(500, { error: 'x' }))).toBe('Failed to get AI response')
    expect(wordsForError(new HttpError(502, '<html>'))).toBe('Failed to get AI response')
    expect(wordsForError(refusal(500, { error: 'Something went wrong', code: 'internal' }))).toBe(
      'Failed to get AI response',
    )
    expect(wordsForFault({ errorType: null })).toBe('Failed to get AI response')
  })

  it('keep a refusal the player can act on', () => {
    const body = { error: 'This needs a Premium account.', code: 'premium_required', requestId: 'r' }
    expect(wordsForError(refusal(403, body))).toBe('This needs a Premium account.')
  })

  it('apologise when there is no answer at all', () => {
    expect(wordsForError(new TypeError('Failed to fetch'))).toMatch(/^I apologize, but I'm having trouble/)
  })
})
