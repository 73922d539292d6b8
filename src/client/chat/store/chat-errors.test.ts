import { expect, it } from 'vitest'
import { HttpError } from '#client/lib/http.ts'
import { replyErrorText, turnErrorText } from './chat-errors.ts'

const refusal = (status: number, body: object) => new HttpError(status, JSON.stringify(body))
const usageLimit =
  "I'm currently at my API usage limit. Please try again in a few hours, or contact support if this persists."

it.each([
  ['quota_exceeded', usageLimit, '8.chat.1'],
  ['rate_limited', "I'm receiving too many requests right now. Please wait a moment and try again.", '8.chat.2'],
  ['config_error', "There's a configuration issue on our end. Please contact support.", '8.chat.3'],
  ['server_error', 'AI servers are having issues. Please try again in a few minutes.', '8.chat.4'],
] as const)('a failed reply says by the type of the error, %s: %s (spec %s)', (errorType, text, _sentence) => {
  expect(turnErrorText(refusal(500, { error: 'x', errorType }))).toBe(text)
  expect(turnErrorText(refusal(500, { errorType }))).toBe(text)
  expect(replyErrorText({ errorType })).toBe(text)
})

it.each([
  ['anything else (spec 8.chat.5)', refusal(500, { error: 'x' }), 'Failed to get AI response'],
  ['no JSON', new HttpError(502, '<html>'), 'Failed to get AI response'],
  ['an internal error', refusal(500, { error: 'Something broke', code: 'internal' }), 'Failed to get AI response'],
  [
    'a text of the server (spec 8.chat.6)',
    refusal(500, { errorType: 'server_error', userMessage: 'The server is being updated.' }),
    'The server is being updated.',
  ],
  [
    'a refusal that the user can act on',
    refusal(403, { error: 'This needs a Premium account.', code: 'premium_required', requestId: 'r' }),
    'This needs a Premium account.',
  ],
  [
    'an outage of the storage',
    refusal(503, { error: 'The server cannot use its storage.', code: 'storage_unavailable', requestId: 'r' }),
    'The server cannot use its storage.',
  ],
  [
    'no answer (spec 8.chat.8)',
    new TypeError('Failed to fetch'),
    "I apologize, but I'm having trouble responding right now. Please try again.",
  ],
])('a turn that did not begin says because of %s', (_, error, text) => {
  expect(turnErrorText(error)).toBe(text)
})

it('a reply that failed says the text of the server, if there is one', () => {
  expect(replyErrorText({ userMessage: 'Rest now.', errorType: 'server_error' })).toBe('Rest now.')
  expect(replyErrorText({ errorType: null })).toBe('Failed to get AI response')
})
