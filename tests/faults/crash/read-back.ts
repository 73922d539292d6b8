import type { User } from '#shared/accounts.ts'
import type { CharacterSummary, OwnCharacter } from '#shared/characters.ts'
import type { Conversation } from '#shared/chat.ts'
import { ask, type Play, read } from './play.ts'
import { fieldsOf, newRole, type Player, type Role } from './player.ts'
import { checkTalk } from './read-talk.ts'
import { doubtfulSend, sendAsStream } from './talk.ts'

/** A send that the server knows, but that has no writer any more, may be silent for long; nobody waits for it here. */
const silenceAllowed = 1_000

/** Sends again, with the same id, whatever was under way at the crash: as a client does that got no answer. */
export async function sendAgain(play: Play, player: Player): Promise<void> {
  for (const talk of player.talks) {
    const send = doubtfulSend(talk)
    if (!send || talk.brokenAt !== null) continue
    await sendAsStream(play, { cookie: player.account.cookie, talk, how: 'stream' }, send, silenceAllowed)
  }
}

/** Reads back what this player touched since the last time, and holds it against what was acknowledged. */
export async function readBack(play: Play, player: Player, begunWith: (roleId: string) => number): Promise<void> {
  if (!(await checkAccounts(play, player))) return
  await checkRoles(play, player, begunWith)
  await checkList(play, player)
  for (const talk of player.talks)
    if (talk.touched || talk.brokenAt !== null) await checkTalk(play, player.account.cookie, talk)
}

/** Everything is to be read back once more. */
export function touchAll(player: Player): void {
  for (const thing of [...player.roles, ...player.talks, ...player.others]) thing.touched = true
}

async function checkAccounts(play: Play, player: Player): Promise<boolean> {
  const { cookie, username } = player.account
  const me = await read<{ user: User }>(play, '/api/auth/me', cookie)
  player.gone = me === null
  if (!me) return false
  const { user } = me
  const agrees = user.username === username && player.displayName.agrees(user.displayName)
  play.tally.expect(agrees, 'lost', `${username} came back as ${user.username}, called ${user.displayName}`)
  for (const other of player.others) {
    if (!other.touched) continue
    other.touched = false
    const answer = await ask(play, '/api/auth/me', { cookie: other.cookie })
    play.tally.expect(answer?.status === 200, 'lost', `the account ${other.username} is gone`)
  }
  return true
}

/** Every character of an account, each whole; null when a request got no answer. */
async function readOwnCharacters(play: Play, cookie: string): Promise<OwnCharacter[] | null> {
  const listed = await read<CharacterSummary[]>(play, '/api/characters', cookie)
  if (!listed) return null
  const rows: OwnCharacter[] = []
  for (const { id } of listed) {
    const row = await read<OwnCharacter>(play, `/api/characters/${id}`, cookie)
    if (!row) return null
    rows.push(row)
  }
  return rows
}

async function checkRoles(play: Play, player: Player, begunWith: (roleId: string) => number): Promise<void> {
  const rows = await readOwnCharacters(play, player.account.cookie)
  if (!rows) return
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const role of [...player.roles]) {
    const row = found.get(role.id)
    found.delete(role.id)
    const agrees = role.deleted.agrees(row === undefined)
    play.tally.expect(agrees, 'lost', `the character ${role.id} is ${row ? 'back' : 'gone'}`)
    if (row) checkRole(play, role, row, begunWith(role.id))
  }
  for (const row of found.values()) {
    const mark = row.name.replace('Role ', '')
    play.tally.expect(player.unborn.has(mark), 'duplicate', `nobody made the character ${row.name}`)
    player.roles.push(newRole(row.id, mark))
    checkWhole(play, row, mark)
  }
  player.unborn.clear()
}

function checkRole(play: Play, role: Role, row: OwnCharacter, begun: number): void {
  if (!role.touched && row.chatCount === begun) return
  role.touched = false
  const mark = row.name.replace('Role ', '')
  play.tally.expect(role.mark.agrees(mark), 'lost', `the character ${role.id} is an older one, ${mark}`)
  play.tally.expect(role.stars.agrees(row.rating), 'lost', `the rating of ${role.id} is ${row.rating}`)
  const counted = `${role.id} counts ${row.chatCount} conversations of ${begun}`
  play.tally.expect(row.chatCount === begun, 'half-written', counted)
  checkWhole(play, row, mark)
}

function checkWhole(play: Play, row: OwnCharacter, mark: string): void {
  const whole = Object.entries(fieldsOf(mark)).every(([field, value]) => row[field as keyof OwnCharacter] === value)
  play.tally.expect(whole, 'half-written', `the character ${row.id} is half of ${mark}`)
}

/** The list holds every conversation there is, and none that nobody began. */
async function checkList(play: Play, player: Player): Promise<void> {
  const listed = new Set<string>()
  let cursor: string | undefined
  do {
    const path = `/api/conversations?limit=100${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const answer = await ask(play, path, { cookie: player.account.cookie })
    if (answer?.status !== 200) return
    for (const { id } of JSON.parse(answer.text) as Conversation[]) listed.add(id)
    cursor = answer.headers['x-next-cursor'] as string | undefined
  } while (cursor)
  const known = new Set(player.talks.map((talk) => talk.id))
  for (const id of listed) play.tally.expect(known.has(id), 'duplicate', `nobody began the conversation ${id}`)
  for (const talk of player.talks) {
    if (talk.id === null) continue
    const agrees = talk.deleted.agrees(!listed.has(talk.id))
    play.tally.expect(agrees, 'lost', `the conversation ${talk.id} is ${listed.has(talk.id) ? 'back' : 'gone'}`)
  }
}
