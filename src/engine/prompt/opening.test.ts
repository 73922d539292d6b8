import { expect, test } from 'vitest'
import { isOpening, openingText } from './opening.ts'

const ilse = {
  name: 'Captain Ilse Marrow',
  nickname: 'Ilse',
  greeting: '{{char}} nods. "Third bell, {{user}}. {{random:Tea,Rum}}?"',
}

test('macros in a greeting are expanded, the same for the same seed', () => {
  const text = openingText(ilse, 'Sam', 'c1')
  expect(text).toMatch(/^Ilse nods\. "Third bell, Sam\. (Tea|Rum)\?"$/)
  expect(openingText(ilse, 'Sam', 'c1')).toBe(text)
  const all = Array.from({ length: 20 }, (_, seed) => openingText(ilse, 'Sam', `c${seed}`))
  expect(new Set(all).size).toBe(2)
})

test('a greeting has the texts of the character and the player, and the time', () => {
  const greeting = '{{scenario}} {{persona}} {{isodate}}'
  const more = { persona: '{{user}} is a sailor.', now: Date.UTC(2026, 0, 2) }
  const scenario = '{{char}} waits.'
  expect(openingText({ ...ilse, greeting, scenario }, 'Sam', 'c1', more)).toBe(
    'Ilse waits. Sam is a sailor. 2026-01-02',
  )
})

test('a missing or empty greeting opens with no message', () => {
  for (const greeting of ['', ' \n', '{{// later}}']) {
    expect(openingText({ ...ilse, greeting }, 'Sam', 'c1')).toBe('')
  }
})

test('a greeting is recognised with another user name and another seed', () => {
  const greeting = '*She looks up.* "{{user}}? {{random:Tea,Rum}}, then. Mind the step."'
  const stored = openingText({ name: 'Ilse', greeting }, 'Sam', 'c1')
  expect(isOpening(stored, { name: 'Ilse', greeting }, 'Max', 'c2')).toBe(true)
  expect(isOpening(`${stored} And more.`, { name: 'Ilse', greeting }, 'Max', 'c2')).toBe(false)
  expect(isOpening('Something else.', { name: 'Ilse', greeting: '{{random:a,b}}' }, 'Max', 'c2')).toBe(false)
})
