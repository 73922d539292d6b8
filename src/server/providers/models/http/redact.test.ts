import { expect, it } from 'vitest'
import { keptForLog, redact } from './redact.ts'

it.each([
  ['Incorrect API key provided: sk-proj-Ab12Cd34Ef56.', 'Incorrect API key provided: [key].'],
  ['{"Authorization": "Bearer abc.def-123456"}', '{"Authorization": "[key]"}'],
  ['GET /v1beta?key=AIzaSyA1234567890abcdefghij&x=1', 'GET /v1beta?key=[key]&x=1'],
  ['x-api-key: sk-ant-api03-aaaaaaaaaaaa', 'x-api-key: [key]'],
  ['the task-force asked for risk-averse skiing', 'the task-force asked for risk-averse skiing'],
])('blanks what is shaped like a key in %j', (said, kept) => {
  expect(redact(said)).toBe(kept)
})

it('blanks our own key whatever its shape, and wherever a cut falls', () => {
  const key = 'plain old password'
  const said = redact('x'.repeat(keptForLog - 5) + key.repeat(3), [key])
  expect(said).not.toContain('plain old')
})

it('keeps two thousand characters on one line', () => {
  expect(redact('a\r\n\u0000b')).toBe('a b')
  expect(redact('word '.repeat(5_000)).length).toBe(keptForLog + 1)
})
