import { setTimeout as pause } from 'node:timers/promises'
import { httpRequest } from '#tests/support/http-client.ts'
import type { ServerProcess } from '#tests/support/server-process.ts'
import type { Play } from './crash/play.ts'
import { createRole, openAccount, Player } from './crash/player.ts'
import { checkTalk } from './crash/read-talk.ts'
import { doubtfulSend, newTalk, say, type Talk } from './crash/talk.ts'

export interface Drained {
  streams: number
  /** Replies that reached their end while the server was on its way out. */
  finished: number
  /** Replies that did not, and are kept as interrupted. */
  brokenOff: number
  exitCode: number | null
  seconds: number
}

/**
 * A server is asked to stop while replies stream: half of them end soon, half would go on for a minute. Whatever a
 * reader was told must be there after the next start.
 */
export async function drainUnderStreams(play: Play, server: ServerProcess, streams: number): Promise<Drained> {
  const { tally } = play
  const readers = await seatReaders(play, streams)
  const stories = readers.map(({ player, talk }, index) => {
    // Every fifth waits for its answer as one piece of JSON.
    const how = index % 5 === 4 ? 'json' : 'stream'
    return say(play, { cookie: player.account.cookie, talk, how }, index % 2 === 0 ? 'epic' : 'saga')
  })
  while (readers.filter(({ talk }) => talk.sends.at(-1)?.heard.length).length < Math.floor(streams * 0.8))
    await pause(20)

  const begun = performance.now()
  const leaving = server.terminate()
  play.struck = true
  play.struckAt = Number.POSITIVE_INFINITY
  await checkClosedDoor(play, readers[0])
  const [exitCode] = await Promise.all([leaving, ...stories])
  const seconds = (performance.now() - begun) / 1000
  tally.expect(exitCode === 0, 'refused', `it ended with ${exitCode}`)
  tally.expect(seconds <= 30, 'stuck', `it took ${seconds.toFixed(1)} s to leave`)
  for (const { talk } of readers) {
    tally.expect(doubtfulSend(talk) === null, 'refused', `the reader of ${talk.id} was not told how the reply ended`)
  }

  await server.start()
  play.struck = false
  await Promise.all(readers.map(({ player, talk }) => checkTalk(play, player.account.cookie, talk)))
  const count = (status: string) => readers.filter(({ talk }) => talk.sends.at(-1)?.final?.status === status).length
  return { streams, finished: count('complete'), brokenOff: count('interrupted'), exitCode, seconds }
}

interface Reader {
  player: Player
  talk: Talk
}

async function seatReaders(play: Play, count: number): Promise<Reader[]> {
  const readers: Reader[] = []
  for (let seat = 0; seat < count; seat += 1) {
    const account = await openAccount(play)
    if (!account) continue
    const player = new Player(account)
    const role = await createRole(play, player)
    if (role) readers.push({ player, talk: newTalk(role.id) })
  }
  return readers
}

/** While it drains: not ready, no new turns, but what was said can still be read. */
async function checkClosedDoor(play: Play, reader: Reader | undefined): Promise<void> {
  if (!reader) return
  const { cookie } = reader.player.account
  const ready = async () => (await httpRequest(`${play.url}/readyz`)).status
  for (let tries = 0; tries < 100 && (await ready()) !== 503; tries += 1) await pause(10)
  play.tally.expect((await ready()) === 503, 'refused', '/readyz does not say 503 while draining')
  const body = { characterId: reader.talk.characterId, message: 'One more?' }
  const turn = await httpRequest(`${play.url}/api/chat`, { method: 'POST', cookie, body })
  const refused = turn.status === 503 && turn.headers['retry-after'] !== undefined
  play.tally.expect(refused, 'refused', `a new turn while draining was answered with ${turn.status}`)
  const opened = await httpRequest(`${play.url}/api/conversations/${reader.talk.id}`, { cookie })
  play.tally.expect(opened.status === 200, 'refused', `reading while draining was answered with ${opened.status}`)
}
