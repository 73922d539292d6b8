import { describe, expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { replyErrorText, turnErrorText } from './chat-errors.ts'

const refusal = (status: number, body: object) => new HttpError(status, JSON.stringify(body))

describe('the text for a failed reply', () => {
  it('is the server’s own text when it sends one', () => {
    const body = { error: 'x', errorType: 'quota_exceeded', userMessage: 'You have used your 50 messages for today.' }
    expect(turnErrorText(refusal(429, body))).toBe('You have used your 50 messages for today.')
    expect(replyErrorText({ userMessage: 'Rest now.', errorType: 'server_error' })).toBe('Rest now.')
  })

  it('is the server’s own text without an `error` beside it', () => {
    expect(turnErrorText(refusal(500, { userMessage: 'The server is being updated.' }))).toBe(
      'The server is being updated.',
    )
    expect(turnErrorText(refusal(500, { errorType: 'rate_limited' }))).toMatch(/^I'm receiving too many requests/)
  })

  it.each([
    ['quota_exceeded', /^I'm currently at my API usage limit\./],
    ['rate_limited', /^I'm receiving too many requests/],
    ['config_error', /^There's a configuration issue/],
    ['server_error', /^AI servers are having issues\./],
  ] as const)('depends on the type of the error: %s', (errorType, text) => {
    expect(turnErrorText(refusal(500, { error: 'x', errorType }))).toMatch(text)
    expect(replyErrorText({ errorType })).toMatch(text)
  })

  it('falls back to the text of the specification', () => {
    expect(turnErrorText(refusal(500, { error: 'x' }))).toBe('Failed to get AI response')
    expect(turnErrorText(new HttpError(502, '<html>'))).toBe('Failed to get AI response')
    expect(turnErrorText(refusal(500, { error: 'Something went wrong', code: 'internal' }))).toBe(
      'Failed to get AI response',
    )
    expect(replyErrorText({ errorType: null })).toBe('Failed to get AI response')
  })

  it('is the catalogue’s text for a refusal that the user can act on', () => {
    const body = { error: 'This needs a Premium account.', code: 'premium_required', requestId: 'r' }
    expect(turnErrorText(refusal(403, body))).toBe('This needs a Premium account.')
    const outage = { error: 'The server cannot use its storage.', code: 'storage_unavailable', requestId: 'r' }
    expect(turnErrorText(refusal(503, outage))).toBe('The server cannot use its storage.')
  })

  it('is the generic apology when there is no answer', () => {
    expect(turnErrorText(new TypeError('Failed to fetch'))).toMatch(/^I apologize, but I'm having trouble/)
  })
})
