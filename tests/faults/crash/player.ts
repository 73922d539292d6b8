import type { OwnCharacter } from '#shared/characters.ts'
import { cookieOf } from '#tests/support/http-client.ts'
import { nonce, type Play, pick, write } from './play.ts'
import { Register } from './register.ts'
import { newTalk, say, type Talk } from './talk.ts'

/** A character as its author and its one rater know it. */
export interface Role {
  id: string
  /** Name, description and personality carry the same mark, so that half an edit shows. */
  mark: Register<string>
  deleted: Register<boolean>
  stars: Register<number | null>
  touched: boolean
}

export interface Account {
  username: string
  cookie: string
}

const password = 'a-stage-door'

export const fieldsOf = (mark: string) => ({
  name: `Role ${mark}`,
  description: `Described ${mark}`,
  personality: `Of the ${mark} kind`,
  greeting: `"It is ${mark}," they say.`,
})

/** Somebody who does everything a person does here, one thing after another, and remembers what was acknowledged. */
export class Player {
  readonly account: Account
  readonly displayName = new Register<string | null>(null)
  readonly roles: Role[] = []
  readonly talks: Talk[] = []
  /** Marks of characters whose creation is in doubt. */
  readonly unborn = new Set<string>()
  /** Accounts opened on the side, to be found again. */
  readonly others: (Account & { touched: boolean })[] = []
  /** The character of a neighbour that this player rates and talks with; its author keeps it. */
  admired: Role | null = null
  /** Their very account was lost. */
  gone = false

  constructor(account: Account) {
    this.account = account
  }

  async act(play: Play): Promise<void> {
    const draw = play.chance()
    await acts.find(({ upTo }) => draw < upTo)?.act(play, this)
  }

  get freeTalks(): Talk[] {
    const living = new Set(this.#castable().map((role) => role.id))
    return this.talks.filter(
      (talk) => talk.id !== null && !talk.deleted.value && talk.brokenAt === null && living.has(talk.characterId),
    )
  }

  castNext(play: Play): Role | undefined {
    return pick(play, this.#castable())
  }

  #castable(): Role[] {
    return [...this.roles.filter((role) => !role.deleted.value), ...(this.admired ? [this.admired] : [])]
  }
}

export async function openAccount(play: Play): Promise<Account | null> {
  const username = `player-${nonce(play)}`
  const answer = await write(play, '/api/auth/register', { method: 'POST', body: { username, password } })
  return answer && { username, cookie: cookieOf(answer) }
}

/** Up to which share of the draws each is done: mostly talk, as in life. */
const acts: { upTo: number; act: (play: Play, player: Player) => Promise<unknown> }[] = [
  { upTo: 0.18, act: begin },
  { upTo: 0.55, act: goOnTalking },
  { upTo: 0.63, act: renameTalk },
  { upTo: 0.67, act: deleteTalk },
  { upTo: 0.75, act: createRole },
  { upTo: 0.83, act: editRole },
  { upTo: 0.86, act: deleteRole },
  { upTo: 0.92, act: rate },
  { upTo: 0.97, act: changeName },
  { upTo: 1, act: register },
]

const voiceOf = (play: Play, player: Player, talk: Talk) => {
  const how = play.chance() < 0.5 ? ('json' as const) : ('stream' as const)
  return { cookie: player.account.cookie, talk, how }
}

async function begin(play: Play, player: Player): Promise<void> {
  const role = player.castNext(play)
  if (!role) return
  const talk = newTalk(role.id)
  player.talks.push(talk)
  await say(play, voiceOf(play, player, talk), play.chance() < 0.2 ? 'epic' : 'scene')
}

async function goOnTalking(play: Play, player: Player): Promise<void> {
  const talk = pick(play, player.freeTalks.slice(-8))
  if (!talk || talk.sends.length > 40) return begin(play, player)
  const draw = play.chance()
  await say(
    play,
    voiceOf(play, player, talk),
    draw < 0.1 ? 'continue' : draw < 0.3 ? 'epic' : draw < 0.6 ? 'quip' : 'scene',
  )
}

async function renameTalk(play: Play, player: Player): Promise<void> {
  const talk = pick(play, player.freeTalks)
  if (!talk) return
  const title = `Titled ${nonce(play)}`
  talk.touched = true
  const { cookie } = player.account
  const options = { method: 'PATCH', cookie, body: { title } }
  await talk.title.write(title, async () => (await write(play, `/api/conversations/${talk.id}`, options)) !== null)
}

async function deleteTalk(play: Play, player: Player): Promise<void> {
  const talk = pick(play, player.freeTalks)
  if (!talk) return
  talk.touched = true
  const options = { method: 'DELETE', cookie: player.account.cookie }
  await talk.deleted.write(true, async () => (await write(play, `/api/conversations/${talk.id}`, options)) !== null)
}

export async function createRole(play: Play, player: Player): Promise<Role | null> {
  const mark = nonce(play)
  player.unborn.add(mark)
  const { cookie } = player.account
  const answer = await write(play, '/api/characters', { method: 'POST', cookie, body: fieldsOf(mark) })
  if (!answer) return null
  player.unborn.delete(mark)
  const { id } = JSON.parse(answer.text) as OwnCharacter
  const role = newRole(id, mark)
  player.roles.push(role)
  return role
}

export function newRole(id: string, mark: string): Role {
  return {
    id,
    mark: new Register(mark),
    deleted: new Register(false),
    stars: new Register<number | null>(null),
    touched: true,
  }
}

/** The first one is the neighbour's to rate, and stays. */
const own = (play: Play, player: Player) =>
  pick(
    play,
    player.roles.slice(1).filter((role) => !role.deleted.value),
  )

async function editRole(play: Play, player: Player): Promise<void> {
  const role = own(play, player) ?? player.roles[0]
  if (!role) return
  const mark = nonce(play)
  role.touched = true
  const options = { method: 'PUT', cookie: player.account.cookie, body: fieldsOf(mark) }
  await role.mark.write(mark, async () => (await write(play, `/api/characters/${role.id}`, options)) !== null)
}

async function deleteRole(play: Play, player: Player): Promise<void> {
  const role = own(play, player)
  if (!role) return
  role.touched = true
  const options = { method: 'DELETE', cookie: player.account.cookie }
  await role.deleted.write(true, async () => (await write(play, `/api/characters/${role.id}`, options)) !== null)
}

async function rate(play: Play, player: Player): Promise<void> {
  const role = player.admired
  if (!role) return
  const stars = 1 + Math.floor(play.chance() * 5)
  role.touched = true
  const options = { method: 'PUT', cookie: player.account.cookie, body: { stars } }
  await role.stars.write(stars, async () => (await write(play, `/api/characters/${role.id}/rating`, options)) !== null)
}

async function changeName(play: Play, player: Player): Promise<void> {
  const displayName = `Called ${nonce(play)}`
  const options = { method: 'PUT', cookie: player.account.cookie, body: { displayName } }
  await player.displayName.write(
    displayName,
    async () => (await write(play, '/api/auth/user/profile', options)) !== null,
  )
}

async function register(play: Play, player: Player): Promise<void> {
  const account = await openAccount(play)
  if (account) player.others.push({ ...account, touched: true })
}
