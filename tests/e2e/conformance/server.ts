import { type APIRequestContext, type BrowserContextOptions, request } from '@playwright/test'
import type { AccountType, User } from '#shared/accounts.ts'
import type { Character, CharacterSummary } from '#shared/characters.ts'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'
import type { RunningServer } from '../fixture.ts'

/**
 * Who looks at the page: nobody, someone with a free account that other checks share (read-only, so that the order does
 * not matter), someone of their own, or someone with more rights.
 */
export type Viewer = 'visitor' | 'player' | 'newcomer' | 'premium' | 'admin'

export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** One server's accounts, made over the API: no check clicks through the dialog only to get inside. */
export class House {
  readonly password = 'stage-door'
  private readonly server: RunningServer
  private readonly kept = new Map<Viewer, Promise<SignedIn>>()
  private names = 0

  constructor(server: RunningServer) {
    this.server = server
  }

  stateOf(viewer: Viewer): Promise<SignedIn> {
    if (viewer === 'visitor') return Promise.resolve({ cookies: [], origins: [] })
    if (viewer === 'newcomer') return this.signUp('free')
    const known = this.kept.get(viewer) ?? this.signUp(viewer === 'player' ? 'free' : viewer)
    this.kept.set(viewer, known)
    return known
  }

  newName(): string {
    this.names += 1
    return `Pat Player ${process.pid} ${this.names}`
  }

  private async signUp(accountType: AccountType): Promise<SignedIn> {
    const calls = await request.newContext({ baseURL: this.server.url })
    const data = { username: this.newName(), password: this.password }
    const { user } = (await (await calls.post('/api/auth/register', { data })).json()) as { user: User }
    if (accountType !== 'free') await setAccountTypeInDataDir(this.server.dataDir, user.id, { accountType })
    const state = await calls.storageState()
    await calls.dispose()
    return state
  }
}

/** The signed-in user, as the server knows them. */
export async function whoAmI(calls: APIRequestContext): Promise<User> {
  return ((await (await calls.get('/api/auth/me')).json()) as { user: User }).user
}

/** One of the sample characters. */
export async function castMember(calls: APIRequestContext, name: string): Promise<Character> {
  const found = (await (
    await calls.get('/api/characters/public', { params: { search: name } })
  ).json()) as CharacterSummary[]
  const summary = found.find((one) => one.name === name)
  if (!summary) throw new Error(`${name} is not in the gallery`)
  return (await (await calls.get(`/api/characters/${summary.id}`)).json()) as Character
}

/** A new character of the viewer's own. */
export async function write(calls: APIRequestContext, fields: Partial<Character> = {}): Promise<Character> {
  const data = { name: 'Ada Quill', description: 'Keeps a lighthouse and a long grudge.', ...fields }
  const answer = await calls.post('/api/characters', { data })
  if (!answer.ok()) throw new Error(`${answer.status()}: ${await answer.text()}`)
  return (await answer.json()) as Character
}
