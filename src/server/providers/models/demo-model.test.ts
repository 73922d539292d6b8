import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sampleCard } from '#engine/cards/sample-card.ts'
import type { PromptMessage } from '#engine/prompt/input.ts'
import { DemoModel } from './demo-model.ts'
import type { DemoRequest } from './provider.ts'

const keeper: DemoRequest['character'] = {
  ...sampleCard,
  name: 'Odile Brandt',
  personality: 'Warm and patient, generous with strangers. She is curious about everyone.',
  speechStyle: 'Short sentences. She says "all in good time" when she is unsure, and "mind the step" to everyone.',
  behaviors: 'Polishes the brass lamp when she thinks. Counts the boats under her breath. Gives every guest a biscuit.',
  environment: 'A lighthouse kitchen. A brass lamp, an iron stove, a narrow window over the harbour.',
  userRole: 'the new keeper',
  greeting: '*She looks up.* "You came after all. Well, what would you like to see first?"',
  description: 'Keeps a lighthouse and a kettle.',
  plotAdvancement: 'balanced',
}

const model = new DemoModel({ delays: { firstWordMs: 0, wordMs: 0 } })

interface Turn {
  character?: Partial<DemoRequest['character']>
  kind?: DemoRequest['kind']
  /** The conversation so far, without `userMessage`. */
  messages?: PromptMessage[]
  userMessage?: string
  seed?: number
}

async function generate({
  character,
  kind = 'reply',
  messages = [],
  userMessage = '',
  seed = 1,
}: Turn): Promise<string> {
  let reply = ''
  const sent: PromptMessage[] = kind === 'reply' ? [{ role: 'user', content: userMessage }] : []
  await model.generate(
    {
      messages: [...messages, ...sent],
      character: { ...keeper, ...character },
      userName: 'Robin',
      kind,
      seed,
      maxTokens: 600,
    },
    {
      signal: new AbortController().signal,
      onText: (text) => {
        reply += text
      },
    },
  )
  return reply
}

/** Sends the user's messages one after the other, each with the conversation before it. An empty one is `continue`. */
async function converse(
  userMessages: readonly string[],
  character: Partial<DemoRequest['character']> = {},
  seed = 1,
): Promise<string[]> {
  const messages: PromptMessage[] = [{ role: 'assistant', content: keeper.greeting }]
  const replies: string[] = []
  for (const userMessage of userMessages) {
    const kind = userMessage === '' ? 'continue' : 'reply'
    const reply = await generate({ character, kind, messages, userMessage, seed })
    if (userMessage !== '') messages.push({ role: 'user', content: userMessage })
    messages.push({ role: 'assistant', content: reply })
    replies.push(reply)
  }
  return replies
}

const tenTurns = [
  'Hello there!',
  'Who are you?',
  'I found a strange key in my pocket this morning.',
  'Why does the old clock never chime?',
  'Can you help me find my brother?',
  'I feel so tired lately.',
  '*I lift the dusty lantern and hold it to the window*',
  '',
  'That was wonderful!',
  'I have to go now, goodbye.',
]
const withoutNotice = (text: string) => text.replace(/\s*\(\(.*\)\)$/, '')
const sentences = (text: string) => withoutNotice(text).split(/(?<=[.!?]["*]?)\s+/)

describe('the demo model', () => {
  it('gives the same reply to the same request and seed, also after it was stopped, and others to other seeds', async () => {
    const userMessage = 'Tell me about the harbour.'
    const once = await generate({ userMessage })
    expect(await generate({ userMessage })).toBe(once)
    const others = await Promise.all([2, 3, 4, 5, 6].map((seed) => generate({ userMessage, seed })))
    expect(new Set([once, ...others]).size).toBeGreaterThan(4)
    const answered: PromptMessage = { role: 'user', content: userMessage }
    const stopped: PromptMessage = { role: 'assistant', content: once.slice(0, 30) }
    const rest = await generate({ kind: 'resume', messages: [answered, stopped] })
    expect(stopped.content + rest).toBe(once)
  })

  it('writes both actions and speech, in two to five sentences', async () => {
    for (let seed = 0; seed < 60; seed++) {
      for (const reply of await converse(tenTurns.slice(0, 8), { plotAdvancement: 'lead' }, seed)) {
        expect(reply).toMatch(/\*[^*]+\*/)
        expect(reply).toMatch(/"[^"]+"/)
        expect(reply).not.toMatch(/[{}<>|]|undefined|\*\*|""|[^\n] {2}/)
        const count = sentences(reply).length
        expect(count, reply).toBeGreaterThanOrEqual(2)
        expect(count, reply).toBeLessThanOrEqual(5)
      }
    }
  })

  it("uses the character's own habits, sayings and surroundings", async () => {
    const replies = (await Promise.all([1, 2, 3, 4].map((seed) => converse(tenTurns, {}, seed)))).flat().join('\n')
    expect(replies).toMatch(/Odile polishes the brass lamp/)
    expect(replies).toMatch(/Odile counts the boats under her breath/)
    expect(replies).toMatch(/All in good time|Mind the step/)
    expect(replies).toMatch(/the iron stove|the narrow window/)
  })

  it('repeats no sentence within ten turns', async () => {
    for (let seed = 0; seed < 25; seed++) {
      const spoken = (await converse(tenTurns, {}, seed)).flatMap(sentences).filter((sentence) => sentence.length > 40)
      expect(new Set(spoken).size).toBe(spoken.length)
    }
  })

  it("advances the plot as often as the character's plotAdvancement says", async () => {
    const messages = Array.from({ length: 30 }, (_, index) => `I think it is number ${index}.`)
    const countEvents = async (plotAdvancement: DemoRequest['character']['plotAdvancement']) =>
      (await converse(messages, { plotAdvancement })).filter((reply) => reply.includes('\n\n*')).length
    expect(await countEvents('follow')).toBe(0)
    expect(await countEvents('lead')).toBeGreaterThan(4)
  })

  it("ends a greeting with the question of the character's own greeting", async () => {
    const greetings = await Promise.all([1, 2, 3, 4].map((seed) => generate({ kind: 'greeting', seed })))
    for (const greeting of greetings) expect(greeting).toContain('what would you like to see first?')
    expect(new Set(greetings).size).toBeGreaterThan(2)
  })

  it('writes a reply for any character and any message, empty ones included', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('', '"', '* a', 'Says "no".', '- Trims it\n- hums'),
    )
    const character = fc.record({
      ...{ name: text, personality: text, speechStyle: text, behaviors: text },
      ...{ environment: text, userRole: text, greeting: text },
    })
    const kind = fc.constantFrom('reply', 'continue', 'greeting') as fc.Arbitrary<DemoRequest['kind']>
    await fc.assert(
      fc.asyncProperty(fc.record({ character, userMessage: text, kind, seed: fc.nat() }), async (turn) => {
        const reply = await generate(turn)
        expect(reply.trim()).not.toBe('')
        expect(reply.length).toBeLessThan(2_000)
      }),
      { numRuns: 200 },
    )
  })
})
