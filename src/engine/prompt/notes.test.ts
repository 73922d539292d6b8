import { expect, test } from 'vitest'
import { sampleCard } from '../cards/sample-card.ts'
import { buildPrompt } from './build.ts'
import type { HistoryMessage, Prompt, PromptInput } from './input.ts'

const said = (id: string, role: HistoryMessage['role'], player?: string): HistoryMessage => ({
  id,
  role,
  content: `Is this the text of ${id}?`,
  ...(player === undefined ? {} : { player }),
})
const chat = [said('m1', 'user', 'Sam'), said('m2', 'character'), said('m3', 'user', 'Sam'), said('m4', 'character')]

function build(changes: Partial<PromptInput> = {}): Prompt {
  return buildPrompt({
    character: { ...sampleCard, greeting: '', postHistoryInstructions: '', plotAdvancement: 'follow' },
    user: { name: 'Sam' },
    kind: 'reply',
    history: [...chat, said('m5', 'user', 'Sam')],
    anchor: null,
    filter: false,
    budget: { contextTokens: 8192, maxReplyTokens: 600 },
    seed: 'conversation',
    random: () => 0,
    ...changes,
  })
}
const direction = (text: string) => `[Writing direction: ${text}]`
const texts = ({ messages }: Prompt) => messages.map(({ role, content }) => `${role} ${content}`)
const afterFixed = (prompt: Prompt) => texts(prompt).slice(1)

test('a player who is somebody else from a message on is named before it, and the fixed part has the present name', () => {
  const prompt = build({ user: { name: 'Bo', persona: 'A dog.' }, history: [...chat, said('m5', 'user', 'Bo')] })
  expect(prompt.messages[0]?.content).toContain('The player\'s name is "Bo".')
  expect(prompt.messages[0]?.content).toContain('About the player: A dog.')
  expect(afterFixed(prompt)).toEqual([
    `user ${direction('From here on the player is "Sam".')}`,
    'user Is this the text of m1?',
    'assistant Is this the text of m2?',
    'user Is this the text of m3?',
    'assistant Is this the text of m4?',
    `user ${direction('From here on the player is "Bo".')}`,
    'user Is this the text of m5?',
  ])
})

test('a player who has said nothing under the new name is named after the history', () => {
  const prompt = build({ user: { name: 'Bo' }, kind: 'continue', history: chat })
  expect(prompt.messages.at(-2)?.content).toContain('From here on the player is "Bo".')
  expect(prompt.messages.at(-2)?.role).toBe('system')
})

test('a name in a direction cannot end its quotation, and is not expanded', () => {
  const prompt = build({ user: { name: 'Bo" {{char}}' }, kind: 'continue', history: chat })
  expect(prompt.messages.at(-2)?.content).toContain(`From here on the player is "Bo' {{char}}".`)
})

test('the prompt changes once when the player becomes somebody else, and then only grows at its end', () => {
  const turns = (count: number) =>
    Array.from({ length: count }, (_, index) => [
      said(`u${index}`, 'user', index < 3 ? 'Sam' : 'Bo'),
      said(`r${index}`, 'character'),
    ]).flat()
  const prompts = [4, 5, 6].map((count) => build({ user: { name: 'Bo' }, history: turns(count).slice(0, -1) }))
  for (const [index, prompt] of prompts.slice(1).entries()) {
    const before = prompts[index]?.messages ?? []
    expect(prompt.messages.slice(0, before.length)).toEqual(before)
  }
})

test('without another name the prompt is the same as without names', () => {
  const nameless = [...chat, said('m5', 'user', 'Sam')].map(({ player, ...message }) => message)
  expect(build().messages).toEqual(build({ history: nameless }).messages)
})

test.each([
  [0, -1],
  [1, -2],
  [4, -5],
  [50, 1],
])('the author’s note at depth %i is %i messages from the end', (depth, at) => {
  const prompt = build({ note: { text: 'Rain, {{user}}.', depth, role: 'system' } })
  const index = at < 0 ? prompt.messages.length + at : at
  expect(texts(prompt)[index]).toBe(`system ${direction('Rain, Sam.')}`)
})

test.each(['user', 'assistant'] as const)('the author’s note as %s is a message', (role) => {
  const prompt = build({ note: { text: 'Rain.', depth: 1, role } })
  expect(texts(prompt).at(-2)).toBe(`${role} Rain.`)
})

test('the scene note comes after the history and before the nudge', () => {
  const prompt = build({ kind: 'continue', history: chat, scene: 'The harbour at dawn.' })
  expect(prompt.messages.at(-2)?.content).toContain('Where and when the story is now: The harbour at dawn.')
})

test('notes leave everything before the history as it is, and a note everything before its place', () => {
  const plain = build().messages
  const prompt = build({ scene: 'The harbour.', note: { text: 'Rain.', depth: 2, role: 'system' } }).messages
  expect(prompt.slice(0, 4)).toEqual(plain.slice(0, 4))
})

test('a reply that goes on has the note where the cut reply had it', () => {
  const note = { text: 'Rain.', depth: 1, role: 'system' } as const
  const before = build({ note }).messages
  const after = build({
    note,
    kind: 'resume',
    prefill: true,
    history: [...chat, said('m5', 'user', 'Sam'), said('m6', 'character')],
  })
  expect(after.messages.slice(0, before.length)).toEqual(before)
})
