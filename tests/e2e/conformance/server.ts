import type { APIRequestContext } from '@playwright/test'
import type { User } from '#shared/accounts.ts'
import type { Character, CharacterSummary } from '#shared/characters.ts'

/** The signed-in user according to the server. */
export async function fetchCurrentUser(api: APIRequestContext): Promise<User> {
  return ((await (await api.get('/api/auth/me')).json()) as { user: User }).user
}

/** Finds a sample character by its name. */
export async function findSampleCharacter(api: APIRequestContext, name: string): Promise<Character> {
  const found = (await (
    await api.get('/api/characters/public', { params: { search: name } })
  ).json()) as CharacterSummary[]
  const summary = found.find((character) => character.name === name)
  if (!summary) throw new Error(`${name} is not in the gallery`)
  return (await (await api.get(`/api/characters/${summary.id}`)).json()) as Character
}

/** Creates a character of the signed-in user. */
export async function createCharacter(api: APIRequestContext, fields: Partial<Character> = {}): Promise<Character> {
  const data = { name: 'Ada Quill', description: 'Keeps a lighthouse and a long grudge.', ...fields }
  const response = await api.post('/api/characters', { data })
  if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`)
  return (await response.json()) as Character
}
