import { randomUUID } from 'node:crypto'
import type { ChatResponse } from '#shared/chat.ts'
import { setAccountType } from '#tests/support/account-type.ts'
import { type Client, createCharacter, type TestApp } from '#tests/support/test-app.ts'
import type { Role, State, Target } from './authorization-table.ts'

export const unknownId = '01890000-0000-7000-8000-000000000000'

const accounts = {
  free: { accountType: 'free', adult: false },
  owner: { accountType: 'premium', adult: true },
  premium: { accountType: 'premium', adult: true },
  unconfirmed: { accountType: 'premium', adult: false },
  admin: { accountType: 'admin', adult: true },
  /** Was premium, and is no longer. */
  fallen: { accountType: 'free', adult: true },
} as const
type Account = keyof typeof accounts
const names = Object.keys(accounts) as Account[]

const written = {
  public: {},
  private: { isPublic: false },
  mature: { contentRating: 'mature' },
  explicit: { contentRating: 'explicit' },
  privateExplicit: { contentRating: 'explicit', isPublic: false },
  downgraded: { contentRating: 'explicit' },
  deleted: {},
} as const

/** The people of the matrix, and what belongs to the owner among them: one of everything, made when it is asked for. */
export class World {
  readonly #app: TestApp
  readonly #people = new Map<Account, Client>()
  readonly #owned = new Map<State, Promise<Target>>()
  readonly #ownConversations = new Map<Client, Promise<Target>>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async open(): Promise<void> {
    for (const name of names) this.#people.set(name, await this.#app.signUp(name))
    await this.putBack()
  }

  /** Every account as the matrix knows it, and signed in, whatever a call has made of it. */
  async putBack(): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const person = this.person(name)
        await setAccountType(this.#app, person, accounts[name])
        const { status } = await person.request('GET', '/api/auth/me')
        if (status === 401) await person.post('/api/auth/login', { username: name, password: 'stage-door' })
      }),
    )
  }

  person(name: Account): Client {
    const client = this.#people.get(name)
    if (!client) throw new Error(`Nobody plays ${name}.`)
    return client
  }

  /** Whoever plays the role in front of this state: what was downgraded belongs to its own author. */
  who(role: Role, state: State): Client {
    if (role === 'anonymous') return this.#app.visitor()
    return this.person(role === 'owner' && state === 'downgraded' ? 'fallen' : role)
  }

  /** A second session of the same account, which a call may end. */
  async elsewhere(role: Role): Promise<Client> {
    const client = this.#app.visitor()
    if (role !== 'anonymous') await client.post('/api/auth/login', { username: role, password: 'stage-door' })
    return client
  }

  /** What `state` names, for this asker. */
  async target(state: State, asker: Client): Promise<Target> {
    const target = await this.#ownedBy(state)
    if (state !== 'elsewhere' && state !== 'unknownMessage') return target
    if (!asker.user) return target
    const own = await this.#conversationOf(asker)
    return { ...own, messageId: state === 'elsewhere' ? target.messageId : unknownId }
  }

  /** After a call that changed it, the next one gets another. */
  forget(state: State): void {
    this.#owned.delete(state)
  }

  #ownedBy(state: State): Promise<Target> {
    const target = this.#owned.get(state) ?? this.#make(state)
    this.#owned.set(state, target)
    return target
  }

  #conversationOf(client: Client): Promise<Target> {
    const own =
      this.#ownConversations.get(client) ?? this.#ownedBy('public').then((at) => this.#talk(client, at.characterId))
    this.#ownConversations.set(client, own)
    return own
  }

  async #make(state: State): Promise<Target> {
    const owner = this.person('owner')
    const unknown = {
      characterId: unknownId,
      conversationId: unknownId,
      messageId: unknownId,
      clientMessageId: unknownId,
    }
    switch (state) {
      case 'any':
      case 'unknown':
      case 'unknownMessage':
        return unknown
      case 'unknownOne':
        return { ...unknown, characterId: (await this.#ownedBy('public')).characterId }
      case 'present':
      case 'elsewhere':
        return this.#talk(owner, (await this.#ownedBy('public')).characterId)
      case 'deletedOne': {
        const talk = await this.#talk(owner, (await this.#ownedBy('public')).characterId)
        await owner.request('DELETE', `/api/conversations/${talk.conversationId}`)
        return talk
      }
      case 'downgraded': {
        const fallen = this.person('fallen')
        await setAccountType(this.#app, fallen, { accountType: 'premium' })
        const { id } = await createCharacter(fallen, written.downgraded)
        await setAccountType(this.#app, fallen, accounts.fallen)
        return { ...unknown, characterId: id }
      }
      default: {
        const { id } = await createCharacter(owner, written[state])
        if (state === 'deleted') await owner.request('DELETE', `/api/characters/${id}`)
        return { ...unknown, characterId: id }
      }
    }
  }

  async #talk(client: Client, characterId: string): Promise<Target> {
    const clientMessageId = randomUUID()
    const line = { characterId, message: 'Is anyone up there?', clientMessageId }
    const { conversationId, messageId } = await client.post<ChatResponse>('/api/chat', line)
    return { characterId, conversationId, messageId, clientMessageId }
  }
}
