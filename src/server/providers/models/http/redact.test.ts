import { expect, it } from 'vitest'
import { maxLoggedLength, redact } from './upstream-error.ts'

it.each([
  ['Incorrect API key provided: sk-proj-Ab12Cd34Ef56.', 'Incorrect API key provided: [key].'],
  ['{"Authorization": "Bearer abc.def-123456"}', '{"Authorization": "[key]"}'],
  ['GET /v1beta?key=AIzaSyA1234567890abcdefghij&x=1', 'GET /v1beta?key=[key]&x=1'],
  ['x-api-key: sk-ant-api03-aaaaaaaaaaaa', 'x-api-key: [key]'],
  ['the task-force asked for risk-averse skiing', 'the task-force asked for risk-averse skiing'],
])('replaces what looks like a key in %j', (text, redacted) => {
  expect(redact(text)).toBe(redacted)
})

it('replaces a given secret of any form, also where the text is cut', () => {
  const key = 'plain old password'
  const redacted = redact('x'.repeat(maxLoggedLength - 5) + key.repeat(3), [key])
  expect(redacted).not.toContain('plain old')
})

it('returns one line of at most 2,000 characters', () => {
  expect(redact('a\r\n\u0000b')).toBe('a b')
  expect(redact('word '.repeat(5_000)).length).toBe(maxLoggedLength + 1)
})
