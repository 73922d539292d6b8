import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hear } from './contract.ts'
import { DemoModel } from './demo-model.ts'
import type { ModelMessage, ModelRequest, Scene } from './provider.ts'

const keeper: Scene = {
  characterName: 'Odile Brandt',
  userName: 'Robin',
  personality: 'Warm and patient, generous with strangers. She is curious about everyone.',
  speechStyle: 'Short sentences. She says "all in good time" when she is unsure, and "mind the step" to everyone.',
  behaviors: 'Polishes the brass lamp when she thinks. Counts the boats under her breath. Gives every guest a biscuit.',
  environment: 'A lighthouse kitchen. A brass lamp, an iron stove, a narrow window over the harbour.',
  userRole: 'the new keeper',
  greeting: '*She looks up.* "You came after all. Well, what would you like to see first?"',
  description: 'Keeps a lighthouse and a kettle.',
  plotAdvancement: 'balanced',
  lastUserLine: '',
  kind: 'reply',
}

const understudy = new DemoModel({ pace: { beforeMs: 0, wordMs: 0 } })

async function play(over: Partial<Scene>, messages: ModelMessage[] = [], seed = 1): Promise<string> {
  const scene = { ...keeper, ...over }
  const said: ModelMessage[] = scene.kind === 'reply' ? [{ role: 'user', content: scene.lastUserLine }] : []
  const request: Partial<ModelRequest> = { messages: [...messages, ...said], scene, seed }
  return (await hear(understudy, request)).pieces.join('')
}

/** A conversation as the house would have it: each line answered, each answer remembered. */
async function converse(lines: readonly string[], over: Partial<Scene> = {}, seed = 1): Promise<string[]> {
  const messages: ModelMessage[] = [{ role: 'assistant', content: keeper.greeting }]
  const replies: string[] = []
  for (const lastUserLine of lines) {
    const kind = lastUserLine === '' ? 'continue' : 'reply'
    const reply = await play({ ...over, lastUserLine, kind }, messages, seed)
    if (lastUserLine !== '') messages.push({ role: 'user', content: lastUserLine })
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
const sentences = (text: string) => text.split(/(?<=[.!?]["*]?)\s+/)

describe('the understudy', () => {
  it('gives the same reply to the same request and seed, and others to other seeds', async () => {
    const once = await play({ lastUserLine: 'Tell me about the harbour.' })
    expect(await play({ lastUserLine: 'Tell me about the harbour.' })).toBe(once)
    const others = await Promise.all(
      [2, 3, 4, 5, 6].map((seed) => play({ lastUserLine: 'Tell me about the harbour.' }, [], seed)),
    )
    expect(new Set([once, ...others]).size).toBeGreaterThan(4)
  })

  it('mixes what is done with what is said, in two to five sentences', async () => {
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

  it("draws on the card's own words", async () => {
    const replies = (await Promise.all([1, 2, 3, 4].map((seed) => converse(tenTurns, {}, seed)))).flat().join('\n')
    expect(replies).toMatch(/Odile polishes the brass lamp/)
    expect(replies).toMatch(/Odile counts the boats under her breath/)
    expect(replies).toMatch(/All in good time|Mind the step/)
    expect(replies).toMatch(/the iron stove|the narrow window/)
  })

  it("takes up the player's words", async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, seed) => play({ lastUserLine: 'I found a strange key in my pocket.' }, [], seed)),
    )
    expect(replies.filter((reply) => /your pocket|the strange key/i.test(reply)).length).toBeGreaterThan(2)
    expect(await play({ lastUserLine: 'My name is Robin.' })).toContain('Robin')
  })

  it('answers different things differently', async () => {
    const bye = await play({ lastUserLine: 'Goodbye, I have to go.' })
    expect(bye).not.toMatch(/\?/)
    const sad = await Promise.all(
      [1, 2, 3].map((seed) => play({ lastUserLine: 'I am so lonely and sad.', plotAdvancement: 'lead' }, [], seed)),
    )
    for (const reply of sad) expect(reply).not.toMatch(/Quick|Bet you|game/)
  })

  it('repeats no sentence within ten turns', async () => {
    for (let seed = 0; seed < 25; seed++) {
      const spoken = (await converse(tenTurns, {}, seed)).flatMap(sentences).filter((sentence) => sentence.length > 40)
      expect(new Set(spoken).size).toBe(spoken.length)
    }
  })

  it('never gives the same reply twice in a row, even to the same line', async () => {
    for (let seed = 0; seed < 20; seed++) {
      const replies = await converse(
        Array.from({ length: 12 }, () => 'ok'),
        {},
        seed,
      )
      for (const [index, reply] of replies.entries()) expect(reply).not.toBe(replies[index - 1])
    }
  })

  it('turns the plot by itself only as far as the card wants', async () => {
    const lines = Array.from({ length: 30 }, (_, index) => `I think it is number ${index}.`)
    const turnsOf = async (plotAdvancement: Scene['plotAdvancement']) =>
      (await converse(lines, { plotAdvancement })).filter((reply) => reply.includes('\n\n*')).length
    expect(await turnsOf('follow')).toBe(0)
    expect(await turnsOf('lead')).toBeGreaterThan(4)
  })

  it('opens a new conversation with a question the card asks', async () => {
    const openings = await Promise.all([1, 2, 3, 4].map((seed) => play({ kind: 'greeting' }, [], seed)))
    for (const opening of openings) expect(opening).toContain('what would you like to see first?')
    expect(new Set(openings).size).toBeGreaterThan(2)
  })

  it('speaks as casually as the card does', async () => {
    const lines = Array.from({ length: 25 }, (_, index) => `And then came the ${index}th wave.`)
    const formal = (await converse(lines)).join(' ')
    const casual = (await converse(lines, { greeting: `"I'm here. Don't trip."` })).join(' ')
    expect(formal).not.toMatch(/\bI'm\b|\bdon't\b/i)
    expect(casual).toMatch(/\bI'm\b|\bI've\b|\bdon't\b|\bisn't\b/i)
  })

  it('plays any card and any line, also an empty one, without falling over', async () => {
    const prose = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('', '"', '* a', 'Says "no".', '- Trims it\n- hums'),
    )
    const fields = {
      characterName: prose,
      personality: prose,
      speechStyle: prose,
      behaviors: prose,
      environment: prose,
      userRole: prose,
      greeting: prose,
      lastUserLine: prose,
    }
    const kind = fc.constantFrom('reply', 'continue', 'greeting') as fc.Arbitrary<Scene['kind']>
    await fc.assert(
      fc.asyncProperty(fc.record({ ...fields, kind }), fc.nat(), async (scene, seed) => {
        const reply = await play(scene, [], seed)
        expect(reply.trim()).not.toBe('')
        expect(reply.length).toBeLessThan(2_000)
      }),
      { numRuns: 400 },
    )
  })

  it('plays from the bare conversation when it is given no scene', async () => {
    const { pieces } = await hear(understudy, { messages: [{ role: 'user', content: 'Hello!' }] })
    expect(pieces.join('')).toContain('understudy')
  })

  it('speaks at the pace it is given', async () => {
    const paced = new DemoModel({ pace: { beforeMs: 30, wordMs: 3 } })
    const before = performance.now()
    const { pieces } = await hear(paced)
    expect(performance.now() - before).toBeGreaterThan(30 + 3 * (pieces.length - 1) * 0.5)
  })
})
