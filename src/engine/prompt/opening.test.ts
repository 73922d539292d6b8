import { expect, test } from 'vitest'
import { genericGreeting, isOpening, openingText } from './opening.ts'

const ilse = {
  name: 'Captain Ilse Marrow',
  nickname: 'Ilse',
  greeting: '{{char}} nods. "Third bell, {{user}}. {{random:Tea,Rum}}?"',
}

test('a greeting is read with its macros, the same for the same seed', () => {
  const text = openingText(ilse, 'Sam', 'c1')
  expect(text).toMatch(/^Ilse nods\. "Third bell, Sam\. (Tea|Rum)\?"$/)
  expect(openingText(ilse, 'Sam', 'c1')).toBe(text)
  const all = Array.from({ length: 20 }, (_, seed) => openingText(ilse, 'Sam', `c${seed}`))
  expect(new Set(all).size).toBe(2)
})

test('without a greeting, or with one that says nothing, there is a hello', () => {
  for (const greeting of ['', ' \n', '{{// later}}']) {
    expect(openingText({ ...ilse, greeting }, 'Sam', 'c1')).toBe(genericGreeting('Ilse'))
  }
})

test('a greeting is known again under another name of the player’s and another chance', () => {
  const greeting = '*She looks up.* "{{user}}? {{random:Tea,Rum}}, then. Mind the step."'
  const said = openingText({ name: 'Ilse', greeting }, 'Sam', 'c1')
  expect(isOpening(said, { name: 'Ilse', greeting }, 'Max', 'c2')).toBe(true)
  expect(isOpening(`${said} And more.`, { name: 'Ilse', greeting }, 'Max', 'c2')).toBe(false)
  expect(isOpening('Something else.', { name: 'Ilse', greeting: '{{random:a,b}}' }, 'Max', 'c2')).toBe(false)
})
