import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { hasFreeRoles, strictMessages, strictRoles } from './roles.ts'

const message = (role: PromptMessage['role'], content: string): PromptMessage => ({ role, content })

it('puts later system messages into the turn they stand at, and joins neighbours', () => {
  const { system, turns } = strictRoles([
    message('system', 'Rules.'),
    message('system', 'The story so far.'),
    message('assistant', 'Greeting.'),
    message('user', 'Hello.'),
    message('system', 'Speak softly.'),
  ])
  expect(system).toEqual(['Rules.', 'The story so far.'])
  expect(turns).toEqual([
    { role: 'user', parts: ['(The scene opens.)'] },
    { role: 'assistant', parts: ['Greeting.'] },
    { role: 'user', parts: ['Hello.', 'Speak softly.'] },
  ])
})

it('marks as stable what stands before the first message that changes every turn', () => {
  const history = [
    message('system', 'Rules.'),
    message('user', 'One.'),
    message('assistant', 'Two.'),
    message('user', 'Three.'),
  ]
  expect(strictRoles(history).lastStable).toEqual([2, 0])
  expect(strictRoles([...history, message('system', 'Nudge.')]).lastStable).toEqual([2, 0])
  expect(
    strictRoles([
      message('system', 'Rules.'),
      message('user', 'One.'),
      message('system', 'Note.'),
      message('assistant', 'Two.'),
    ]).lastStable,
  ).toEqual([0, 0])
  expect(strictRoles([message('system', 'Rules.')]).lastStable).toBeNull()
})

it('asks a character whose words came last to go on', () => {
  expect(strictMessages([message('user', 'Hi.'), message('assistant', 'Yes?')]).at(-1)).toEqual(
    message('user', '(Go on.)'),
  )
})

it('always alternates, begins and ends with the user, and loses no words', () => {
  const anyMessage = fc.record({
    role: fc.constantFrom('system', 'user', 'assistant'),
    content: fc.string({ unit: fc.constantFrom('a', 'b', ' ') }),
  }) as fc.Arbitrary<PromptMessage>
  fc.assert(
    fc.property(fc.array(anyMessage, { maxLength: 12 }), (messages) => {
      const strict = strictMessages(messages)
      expect(hasFreeRoles(strict)).toBe(false)
      const words = strict.map(({ content }) => content).join('\n\n')
      for (const { content } of messages) if (content.trim() !== '') expect(words).toContain(content)
    }),
  )
})
