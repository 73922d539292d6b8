import { describe, expect, test } from 'vitest'
import type { OwnCharacter } from '#shared/characters.ts'
import type { ChatResponse } from '#shared/chat.ts'
import type { ConversationMemory, MemoryFact } from '#shared/memory.ts'
import type { Notes } from '#shared/notes.ts'
import type { Persona } from '#shared/personas.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

const app = await createSharedApp()
const author = await app.signUp('author')
const { id: characterId } = await createCharacter(author)
const body = { characterId, message: 'Is anyone up there?' }
const conversationId = (await author.post<ChatResponse>('/api/chat', body)).conversationId

const refused = { status: 409, body: { code: 'changed_elsewhere' } }

/** Saves ten times at once: one save succeeds. */
async function expectOneOfTen(save: (number: number) => Promise<{ status: number }>): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 10 }, (_, number) => save(number)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
}

describe('of two saves that are based on one version, the second is refused and changes nothing', () => {
  test('a character, by both ways of saving', async () => {
    const character = await createCharacter(author)
    const path = `/api/characters/${character.id}`
    const { updatedAt: basedOn } = character
    const saved = await author.put<OwnCharacter>(path, { personality: 'Patient.', basedOn })
    expect(saved.updatedAt).toBeGreaterThan(basedOn)
    expect(await author.request('PUT', path, { personality: 'Rash.', basedOn })).toMatchObject(refused)
    const whole = { id: character.id, name: 'Ada', description: 'Somebody else.', basedOn }
    expect(await author.request('POST', '/api/characters', whole)).toMatchObject(refused)
    expect(await author.get(path)).toEqual(saved)
    // Who names no version replaces what there is.
    expect((await author.put<OwnCharacter>(path, { personality: 'Rash.' })).personality).toBe('Rash.')
  })

  test('a character, with ten saves at once', async () => {
    const { id, updatedAt: basedOn } = await createCharacter(author)
    await expectOneOfTen((number) =>
      author.request('PUT', `/api/characters/${id}`, { personality: `Number ${number}`, basedOn }),
    )
  })

  test('a persona, with ten saves at once', async () => {
    const { id, updatedAt: basedOn } = await author.post<Persona>('/api/personas', { name: 'Bo' })
    const path = `/api/personas/${id}`
    await expectOneOfTen((number) => author.request('PUT', path, { name: `Bo ${number}`, basedOn }))
    expect(await author.request('PUT', path, { name: 'Rex', basedOn })).toMatchObject(refused)
    expect((await author.put<Persona>(path, { name: 'Rex' })).name).toBe('Rex')
  })

  test('the notes of a conversation, with ten saves at once', async () => {
    const path = `/api/conversations/${conversationId}/notes`
    await expectOneOfTen((number) => author.request('PUT', path, { note: `Number ${number}`, seen: null }))
    const { notes } = await author.put<{ notes: Notes }>(path, { note: 'Rain.' })
    expect(await author.request('PUT', path, { note: 'Snow.', seen: { ...notes, depth: 4 } })).toMatchObject(refused)
    expect((await author.put<{ notes: Notes }>(path, { note: 'Snow.', seen: notes })).notes.note).toBe('Snow.')
  })

  test('a fact of the memory, with ten saves at once', async () => {
    const path = `/api/conversations/${conversationId}/memory/facts`
    const { fact } = await author.post<{ fact: MemoryFact }>(path, { text: 'The lamp is old.' })
    await expectOneOfTen((number) =>
      author.request('PATCH', `${path}/${fact.id}`, { text: `Number ${number}`, seen: fact.text }),
    )
    expect(await author.request('PATCH', `${path}/${fact.id}`, { text: 'New.', seen: fact.text })).toMatchObject(
      refused,
    )
    // A pin is not about the text.
    await author.request('PATCH', `${path}/${fact.id}`, { pinned: true })
    const { facts } = await author.get<ConversationMemory>(`/api/conversations/${conversationId}/memory`)
    expect(facts[0]).toMatchObject({ pinned: true, text: expect.stringMatching(/^Number \d$/) })
  })
})
