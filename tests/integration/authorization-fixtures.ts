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
  moderator: { accountType: 'free', adult: true, moderator: true },
  /** Was premium before. */
  formerPremium: { accountType: 'free', adult: true },
} as const
type Account = keyof typeof accounts
const names = Object.keys(accounts) as Account[]

const characterFields = {
  public: {},
  private: { isPublic: false },
  mature: { contentRating: 'mature' },
  explicit: { contentRating: 'explicit' },
  privateExplicit: { contentRating: 'explicit', isPublic: false },
  downgraded: { contentRating: 'explicit' },
  deleted: {},
} as const

/** The accounts of the authorization table and the owner's characters and conversations, created on first use. */
export class AuthorizationFixtures {
  readonly #app: TestApp
  readonly #clients = new Map<Account, Client>()
  readonly #targets = new Map<State, Promise<Target>>()
  readonly #ownConversations = new Map<Client, Promise<Target>>()

  constructor(app: TestApp) {
    this.#app = app
  }

  async createAccounts(): Promise<void> {
    for (const name of names) this.#clients.set(name, await this.#app.signUp(`${name} account`))
    await this.resetAccounts()
  }

  /** Resets every account to its rights and signs it in again, whatever a call has changed. */
  async resetAccounts(): Promise<void> {
    await Promise.all(
      names.map(async (name) => {
        const client = this.clientOf(name)
        await setAccountType(this.#app, client, accounts[name])
        const { status } = await client.request('GET', '/api/auth/me')
        if (status === 401)
          await client.post('/api/auth/login', { username: `${name} account`, password: 'quiet-harbor' })
      }),
    )
  }

  clientOf(name: Account): Client {
    const client = this.#clients.get(name)
    if (!client) throw new Error(`No account ${name}.`)
    return client
  }

  /** The client of a role. The author of a downgraded character is the former premium account. */
  clientFor(role: Role, state: State): Client {
    if (role === 'anonymous') return this.#app.visitor()
    return this.clientOf(role === 'owner' && state === 'downgraded' ? 'formerPremium' : role)
  }

  /** Opens a second session of the same account, which a call may end. */
  async openSession(role: Role): Promise<Client> {
    const client = this.#app.visitor()
    if (role !== 'anonymous')
      await client.post('/api/auth/login', { username: `${role} account`, password: 'quiet-harbor' })
    return client
  }

  /** The ids of the object in this state, for requests by this client. */
  async target(state: State, client: Client): Promise<Target> {
    const target = await this.#targetIn(state)
    if (state !== 'foreignMessage' && state !== 'unknownMessage') return target
    if (!client.user) return target
    const own = await this.#conversationOf(client)
    return { ...own, messageId: state === 'foreignMessage' ? target.messageId : unknownId }
  }

  /** Discards the object after a call has changed it; the next call gets a new one. */
  discard(state: State): void {
    this.#targets.delete(state)
  }

  #targetIn(state: State): Promise<Target> {
    const target = this.#targets.get(state) ?? this.#create(state)
    this.#targets.set(state, target)
    return target
  }

  #conversationOf(client: Client): Promise<Target> {
    const own =
      this.#ownConversations.get(client) ??
      this.#targetIn('public').then((target) => this.#startConversation(client, target.characterId))
    this.#ownConversations.set(client, own)
    return own
  }

  async #create(state: State): Promise<Target> {
    const owner = this.clientOf('owner')
    const unknown = {
      characterId: unknownId,
      conversationId: unknownId,
      messageId: unknownId,
    }
    switch (state) {
      case 'any':
      case 'unknown':
      case 'unknownMessage':
        return unknown
      case 'unknownConversation':
        return { ...unknown, characterId: (await this.#targetIn('public')).characterId }
      case 'present':
      case 'foreignMessage':
        return this.#startConversation(owner, (await this.#targetIn('public')).characterId)
      case 'deletedConversation': {
        const target = await this.#startConversation(owner, (await this.#targetIn('public')).characterId)
        await owner.request('DELETE', `/api/conversations/${target.conversationId}`)
        return target
      }
      case 'downgraded': {
        const formerPremium = this.clientOf('formerPremium')
        await setAccountType(this.#app, formerPremium, { accountType: 'premium' })
        const { id } = await createCharacter(formerPremium, characterFields.downgraded)
        await setAccountType(this.#app, formerPremium, accounts.formerPremium)
        return { ...unknown, characterId: id }
      }
      default: {
        const { id } = await createCharacter(owner, characterFields[state])
        if (state === 'deleted') await owner.request('DELETE', `/api/characters/${id}`)
        return { ...unknown, characterId: id }
      }
    }
  }

  async #startConversation(client: Client, characterId: string): Promise<Target> {
    const body = { characterId, message: 'Is anyone up there?' }
    const { conversationId, messageId } = await client.post<ChatResponse>('/api/chat', body)
    return { characterId, conversationId, messageId }
  }
}
