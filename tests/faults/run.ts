// `npm run test:crash`: kills the server, its database and the current of its disk at random moments while people use
// it, and reads back whatever was acknowledged. The controls, durability taken away, must lose something, or the test
// proves nothing. `--rounds 50 --database sqlite|postgres|both --only crash|drain|control --control --seed 7`.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres } from '#tests/support/postgres.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import { seededChance } from './crash/play.ts'
import { playRounds } from './crash/rounds.ts'
import { ToldVoice } from './crash/scripted-model.ts'
import { Tally } from './crash/tally.ts'
import { drainUnderStreams } from './drain.ts'
import { type Stand, type StandOptions, testEnv } from './environments/environment.ts'
import { postgresStand } from './environments/postgres-environment.ts'
import { canCutPower, powerCutStand } from './environments/power-cut-environment.ts'
import { sqliteStand } from './environments/sqlite-environment.ts'
import { breachesOf, crashTable, drainTable, type Finished, failuresOf } from './report.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { rounds: text, database: text, only: text, seed: text, control: { type: 'boolean' } },
})
const rounds = Number(values.rounds ?? 50)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const only = values.control ? 'control' : values.only
/** A control has made its point after a few rounds. */
const controlRounds = Math.min(rounds, 10)

const isWanted = (part: string) => only === undefined || only === part
const isChosen = (database: string) => [undefined, 'both', database].includes(values.database)
const postgresThere = findPostgres() !== null
const powerThere = canCutPower()

const stands: { make: (options: StandOptions) => Promise<Stand>; there: boolean; control: string }[] = [
  { make: sqliteStand, there: isChosen('sqlite'), control: 'SQLite, commits acknowledged before they are written' },
  { make: powerCutStand, there: isChosen('sqlite') && powerThere, control: 'SQLite, synchronous=off, power cut' },
  { make: postgresStand, there: isChosen('postgres') && postgresThere, control: 'PostgreSQL, synchronous_commit=off' },
]

// Whatever was started goes when this goes.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const voice = new ToldVoice()
await voice.listen()
console.log(`seed ${seed}; the choices of a run can be drawn again with --seed, its moments cannot\n`)

const finished: Finished[] = []
for (const { make, there, control } of stands) {
  if (there && isWanted('crash')) finished.push(await crash(make, null))
  if (there && (isWanted('control') || only === undefined)) finished.push(await crash(make, control))
}
if (finished.length > 0) console.log(`\n${crashTable(finished)}\n`)

const drains = isWanted('drain') ? [await drain()] : []
if (drains.length > 0) console.log(`${drainTable(drains)}\n`)
await voice.close()

if (isChosen('postgres') && !postgresThere) console.log('not exercised: PostgreSQL (not on this machine)')
if (isChosen('sqlite') && !powerThere)
  console.log('not exercised: power cuts (they take root and a loop device, on Linux)')
const failures = [...finished.flatMap(failuresOf), ...drains.flatMap(({ name, tally }) => breachesOf(name, tally))]
for (const failure of failures) console.log(failure)
console.log(failures.length === 0 ? 'Nothing acknowledged was lost.' : `${failures.length} promises broken.`)
process.exit(failures.length === 0 ? 0 : 1)

async function crash(make: (options: StandOptions) => Promise<Stand>, control: string | null): Promise<Finished> {
  const stand = await make({ modelBaseUrl: voice.baseUrl, durable: control === null })
  const name = control === null ? stand.name : `control: ${control}`
  const total = control === null ? rounds : controlRounds
  const tally = await playRounds(stand, {
    rounds: total,
    seed,
    seeThrough: control === null,
    onRound: (now) => say(name, now, total),
  })
  await stand.close()
  return { name, tally, control: control !== null }
}

function say(name: string, tally: Tally, total: number): void {
  if (tally.rounds % 5 !== 0 && tally.rounds !== total) return
  const { acknowledged, breaches, seconds } = tally
  console.log(
    `${name}: ${tally.rounds} of ${total} rounds, ${acknowledged} acknowledged, ${breaches} breaches, ${seconds.toFixed(0)} s`,
  )
}

async function drain() {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-drain-'))
  const server = await ServerProcess.create({ env: { ...testEnv(voice.baseUrl), DATA_DIR: folder } })
  await server.start()
  const tally = new Tally()
  const play = { url: server.url, tally, chance: seededChance(seed), struck: false, struckAt: 0, freedWithin: 0 }
  const drained = await drainUnderStreams(play, server, 50)
  await server.kill9()
  rmSync(folder, { recursive: true, force: true })
  return { name: 'SIGTERM', drained, tally }
}
