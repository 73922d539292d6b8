import { expect, it } from 'vitest'
import { readPrompt } from './read-prompt.ts'

const part = (text: string) => ({ type: 'text', text, cache_control: { type: 'ephemeral' } })

it.each([
  [
    'a chat completion',
    {
      model: 'm',
      messages: [
        { role: 'system', content: 'Be Maren.' },
        { role: 'user', content: 'Hello' },
      ],
      seed: 1,
    },
  ],
  [
    'parts, with a system text of their own',
    { model: 'm', system: [part('Be Maren.')], messages: [{ role: 'user', content: [part('Hello')] }], seed: 1 },
  ],
])('reads %s', (_, body) => {
  expect(readPrompt(JSON.stringify(body))).toEqual({
    settings: JSON.stringify({ model: 'm', seed: 1 }, null, 2),
    parts: [
      { title: 'system', text: 'Be Maren.' },
      { title: 'user', text: 'Hello' },
    ],
  })
})
