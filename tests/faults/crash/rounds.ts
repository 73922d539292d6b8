import { setTimeout as pause } from 'node:timers/promises'
import type { Stand } from '../environments/environment.ts'
import { type Play, seededChance } from './play.ts'
import { createRole, openAccount, Player } from './player.ts'
import { readBack, sendAgain, touchAll } from './read-back.ts'
import { doubtfulSend, say } from './talk.ts'
import { Tally } from './tally.ts'

export interface RoundsOptions {
  rounds: number
  seed: number
  players?: number
  /** Whether to wait at the end until every broken-off reply is marked as such, and to talk on in each. */
  seeThrough?: boolean
  onRound?: (tally: Tally) => void
}

/** Plays, strikes and reads back, round after round; at the end everything is read back once more. */
export async function playRounds(stand: Stand, options: RoundsOptions): Promise<Tally> {
  const { rounds, seed, players: count = 12, seeThrough = true, onRound } = options
  const tally = new Tally()
  const { url, freedWithin } = stand
  const play: Play = { url, tally, chance: seededChance(seed), struck: false, struckAt: 0, freedWithin }
  const begun = performance.now()
  let players: Player[] = []
  for (let round = 0; round < rounds; round += 1) {
    players = await cast(play, players, count)
    await playRound(play, stand, players, round)
    await readAllBack(play, players)
    await talkOn(play, players)
    tally.rounds += 1
    tally.seconds = (performance.now() - begun) / 1000
    onRound?.(tally)
  }
  if (seeThrough) await seeEndings(play, players)
  for (const player of players) touchAll(player)
  await readAllBack(play, players)
  tally.seconds = (performance.now() - begun) / 1000
  return tally
}

async function playRound(play: Play, stand: Stand, players: Player[], round: number): Promise<void> {
  const blow = stand.blows[round % stand.blows.length] ?? 'server'
  let over = false
  const performances = players.map(async (player) => {
    while (!over) await player.act(play)
  })
  await pause(momentOf(play, round))
  over = true
  play.struck = true
  play.struckAt = performance.now()
  await stand.strike(blow)
  const ready = await stand.recover(blow)
  await Promise.all(performances)
  play.struck = false
  play.tally.slowestReady = Math.max(play.tally.slowestReady, ready)
}

/** Mostly early, amid the first replies; every fourth time late enough for partial replies to be on disk. */
function momentOf(play: Play, round: number): number {
  return round % 4 === 1 ? 2_500 + 2_000 * play.chance() : 100 + 900 * play.chance()
}

/** Fills the places of players that are not there (yet, or any more), and gives each a neighbour to admire. */
async function cast(play: Play, before: Player[], count: number): Promise<Player[]> {
  const players = before.filter((player) => !player.gone)
  while (players.length < count) {
    const account = await openAccount(play)
    if (account) players.push(new Player(account))
  }
  await Promise.all(
    players.map(async (player) => {
      while (player.roles[0]?.deleted.value) player.roles.shift()
      while (player.roles.length < 2) await createRole(play, player)
    }),
  )
  for (const [index, player] of players.entries()) player.admired = players[(index + 1) % count]?.roles[0] ?? null
  return players
}

async function readAllBack(play: Play, players: Player[]): Promise<void> {
  await Promise.all(players.map((player) => sendAgain(play, player)))
  const talks = players.flatMap((player) => player.talks)
  const begunWith = (roleId: string) => talks.filter((talk) => talk.id !== null && talk.characterId === roleId).length
  await Promise.all(players.map((player) => readBack(play, player, begunWith)))
}

/** A conversation whose reply was broken off takes a new turn. */
async function talkOn(play: Play, players: Player[]): Promise<void> {
  const broken = (player: Player) => player.freeTalks.find((talk) => talk.sends.at(-1)?.final?.status === 'interrupted')
  await Promise.all(
    players.map(async (player) => {
      const talk = broken(player)
      if (!talk) return
      await say(play, { cookie: player.account.cookie, talk, how: 'stream' }, 'quip')
      play.tally.expect(doubtfulSend(talk) === null, 'stuck', `${talk.id} takes no new turn after a reply broke off`)
    }),
  )
}

/** Waits for the replies of dead writers to be marked as broken off, and talks on in those conversations. */
async function seeEndings(play: Play, players: Player[]): Promise<void> {
  const waiting = () => players.flatMap((player) => player.talks).filter((talk) => talk.brokenAt !== null)
  const giveUp = performance.now() + play.freedWithin + 2_000
  while (waiting().length > 0 && performance.now() < giveUp) {
    await pause(500)
    await readAllBack(play, players)
  }
  for (const talk of waiting()) play.tally.breach('stuck', `${talk.id} never took a new turn`)
  await talkOn(play, players)
}
