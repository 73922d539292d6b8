import { pickRandom, type RunContext } from './run-context.ts'
import type { TrackedConversation } from './tracked-conversation.ts'
import { TrackedValue } from './tracked-value.ts'

/** A character as its author and the one user who rates it know it. */
export interface TrackedCharacter {
  id: string
  /** Every field contains the version, so that a partial edit is detected. */
  version: TrackedValue<string>
  deleted: TrackedValue<boolean>
  stars: TrackedValue<number | null>
  needsCheck: boolean
}

export function createTrackedCharacter(id: string, version: string): TrackedCharacter {
  return {
    id,
    version: new TrackedValue(version),
    deleted: new TrackedValue(false),
    stars: new TrackedValue<number | null>(null),
    needsCheck: true,
  }
}

const namePrefix = 'Character '

/** The fields of a character in this version. */
export const fieldsOf = (version: string) => ({
  name: `${namePrefix}${version}`,
  description: `Description ${version}`,
  personality: `Personality ${version}`,
  greeting: `"Greeting ${version}."`,
})

export const versionOf = (name: string) => name.replace(namePrefix, '')

export interface Account {
  username: string
  cookie: string
}

/** A user of the workload: acts sequentially and records what the server has acknowledged. */
export class SimulatedUser {
  readonly account: Account
  readonly displayName = new TrackedValue<string | null>(null)
  readonly characters: TrackedCharacter[] = []
  readonly conversations: TrackedConversation[] = []
  /** Whether this user has reported a message, by the id of the message. */
  readonly reports = new Map<string, TrackedValue<boolean>>()
  /** Versions of characters whose creation was not confirmed. */
  readonly unconfirmedVersions = new Set<string>()
  /** Additional accounts that this user has registered. */
  readonly extraAccounts: (Account & { needsCheck: boolean })[] = []
  /** The next user's first character, which this user rates and chats with; its author never deletes it. */
  ratedCharacter: TrackedCharacter | null = null
  /** Whether the account itself was not found any more. */
  isLost = false

  constructor(account: Account) {
    this.account = account
  }

  /** Conversations that take a new turn. */
  get openConversations(): TrackedConversation[] {
    const available = new Set(this.#availableCharacters().map((character) => character.id))
    return this.conversations.filter(
      ({ id, deleted, orphanedAt, characterId }) =>
        id !== null && !deleted.value && orphanedAt === null && available.has(characterId),
    )
  }

  pickCharacter(run: RunContext): TrackedCharacter | undefined {
    return pickRandom(run, this.#availableCharacters())
  }

  #availableCharacters(): TrackedCharacter[] {
    const own = this.characters.filter((character) => !character.deleted.value)
    return this.ratedCharacter ? [...own, this.ratedCharacter] : own
  }
}
