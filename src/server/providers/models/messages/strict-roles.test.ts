import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { needsStrictRoles, toStrictMessages, toStrictPrompt } from './strict-roles.ts'

const message = (role: PromptMessage['role'], content: string): PromptMessage => ({ role, content })

it('makes later system messages part of a user turn, and joins consecutive messages of one role', () => {
  const { system, messages } = toStrictPrompt([
    message('system', 'Rules.'),
    message('system', 'The story so far.'),
    message('assistant', 'Greeting.'),
    message('user', 'Hello.'),
    message('system', 'Speak softly.'),
  ])
  expect(system).toEqual(['Rules.', 'The story so far.'])
  expect(messages).toEqual([
    { role: 'user', parts: ['[Writing direction: The scene opens.]'] },
    { role: 'assistant', parts: ['Greeting.'] },
    { role: 'user', parts: ['Hello.', '[Writing direction: Speak softly.]'] },
  ])
})

it('the last stable part is before the first system message inside the history', () => {
  const history = [
    message('system', 'Rules.'),
    message('user', 'One.'),
    message('assistant', 'Two.'),
    message('user', 'Three.'),
  ]
  expect(toStrictPrompt(history).lastStable).toEqual([2, 0])
  expect(toStrictPrompt([...history, message('system', 'Nudge.')]).lastStable).toEqual([2, 0])
  expect(
    toStrictPrompt([
      message('system', 'Rules.'),
      message('user', 'One.'),
      message('system', 'Note.'),
      message('assistant', 'Two.'),
    ]).lastStable,
  ).toEqual([0, 0])
  expect(toStrictPrompt([message('system', 'Rules.')]).lastStable).toBeNull()
})

it('adds a user turn after a reply', () => {
  expect(toStrictMessages([message('user', 'Hi.'), message('assistant', 'Yes?')]).at(-1)).toEqual(
    message('user', '[Writing direction: Go on.]'),
  )
})

it('alternates roles, begins and ends with the user, and keeps all text', () => {
  const anyMessage = fc.record({
    role: fc.constantFrom('system', 'user', 'assistant'),
    content: fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
  }) as fc.Arbitrary<PromptMessage>
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      const strict = toStrictMessages(messages)
      expect(needsStrictRoles(strict)).toBe(false)
      const text = strict.map(({ content }) => content).join('\n\n')
      for (const { content } of messages) if (content.trim() !== '') expect(text).toContain(content)
    }),
  )
})
