import { type APIRequestContext, type BrowserContextOptions, request } from '@playwright/test'
import type { AccountType, User } from '#shared/accounts.ts'
import type { Character, CharacterSummary } from '#shared/characters.ts'
import { setAccountTypeInDataDir } from '#tests/support/account-type.ts'

/**
 * The account that is signed in. `free`, `premium` and `admin` are shared by the checks of a worker, which must not
 * change them; `new-user` is a new free account for each test.
 */
export type Viewer = 'signed-out' | 'free' | 'new-user' | 'premium' | 'admin'

interface AccountServer {
  url: string
  dataDir: string
}

export type SignedIn = Exclude<BrowserContextOptions['storageState'], string | undefined>

/** Creates the accounts of a server through the API, which is faster than the sign-up dialog. */
export class TestAccounts {
  readonly password = 'quiet-harbor'
  private readonly server: AccountServer
  private readonly states = new Map<Viewer, Promise<SignedIn>>()
  private count = 0

  constructor(server: AccountServer) {
    this.server = server
  }

  storageStateOf(viewer: Viewer): Promise<SignedIn> {
    if (viewer === 'signed-out') return Promise.resolve({ cookies: [], origins: [] })
    if (viewer === 'new-user') return this.signUp('free')
    const state = this.states.get(viewer) ?? this.signUp(viewer)
    this.states.set(viewer, state)
    return state
  }

  createUsername(): string {
    this.count += 1
    return `Pat Player ${process.pid} ${this.count}`
  }

  private async signUp(accountType: AccountType): Promise<SignedIn> {
    const api = await request.newContext({ baseURL: this.server.url })
    const data = { username: this.createUsername(), password: this.password }
    const { user } = (await (await api.post('/api/auth/register', { data })).json()) as { user: User }
    if (accountType !== 'free') await setAccountTypeInDataDir(this.server.dataDir, user.id, { accountType })
    const state = await api.storageState()
    await api.dispose()
    return state
  }
}

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
