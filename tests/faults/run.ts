// `npm run test:crash` kills the server, kills its database and cuts the power of its disk at random moments under
// load, then verifies that everything acknowledged is still there. The controls run without durability and must lose
// data; otherwise the test proves nothing.
// Options: `--rounds 50 --drains 1 --database sqlite|postgres|both --seed 7 --control
// --only kill|crash|drain|webhooks|control`.
// `--only kill` kills servers and PostgreSQL, with their controls, and cuts no power.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { findPostgres, startPostgres } from '#tests/support/postgres.ts'
import { createPostgresDatabase } from '#tests/support/postgres-databases.ts'
import { ServerProcess } from '#tests/support/server-process.ts'
import type { Results } from './crash/results.ts'
import { runRounds } from './crash/rounds.ts'
import { createRunContext } from './crash/run-context.ts'
import { startKeyedModel } from './crash/scripted-model.ts'
import { drainUnderLoad } from './drain.ts'
import { type EnvironmentOptions, type TestEnvironment, testEnv } from './environments/environment.ts'
import { createPostgresEnvironment } from './environments/postgres-environment.ts'
import { canCutPower, createPowerCutEnvironment } from './environments/power-cut-environment.ts'
import { createSqliteEnvironment } from './environments/sqlite-environment.ts'
import { type CrashRun, crashTable, type DrainRun, drainTable, findFailures, listViolations } from './report.ts'
import { runWebhookRounds } from './webhooks/webhook-rounds.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({
  options: { rounds: text, drains: text, database: text, only: text, seed: text, control: { type: 'boolean' } },
})
const rounds = Number(values.rounds ?? 50)
const drainCount = Number(values.drains ?? 1)
const seed = Number(values.seed ?? Math.floor(Math.random() * 1e6))
const only = values.control ? 'control' : values.only
/** A control loses data within a few rounds. */
const controlRounds = Math.min(rounds, 10)

const isSelected = (part: string) => only === undefined || only === part
const isSelectedDatabase = (database: string) => [undefined, 'both', database].includes(values.database)
const hasPostgres = findPostgres() !== null
const hasPowerCuts = canCutPower()

type CreateEnvironment = (options: EnvironmentOptions) => Promise<TestEnvironment>
const environments: { create: CreateEnvironment; isAvailable: boolean; control: string }[] = [
  {
    create: createSqliteEnvironment,
    isAvailable: isSelectedDatabase('sqlite'),
    control: 'SQLite, commits written after the acknowledgement',
  },
  {
    create: createPowerCutEnvironment,
    isAvailable: isSelectedDatabase('sqlite') && hasPowerCuts,
    control: 'SQLite, synchronous=off, power cut',
  },
  {
    create: createPostgresEnvironment,
    isAvailable: isSelectedDatabase('postgres') && hasPostgres,
    control: 'PostgreSQL, synchronous_commit=off',
  },
]

// `process.exit` runs the exit handlers that end the child processes and unmount the disk.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const model = await startKeyedModel()
console.log(`seed ${seed} (--seed repeats the random choices of a run, but not their timing)\n`)

const runs: CrashRun[] = []
for (const { create, isAvailable, control } of environments) {
  const isKill = only === 'kill' && create !== createPowerCutEnvironment
  if (isAvailable && (isKill || isSelected('crash'))) runs.push(await runCrashTest(create, null))
  if (isAvailable && (isKill || isSelected('control'))) runs.push(await runCrashTest(create, control))
}
if (runs.length > 0) console.log(`\n${crashTable(runs)}\n`)

const drains = isSelected('drain') ? await runDrainTests() : []
if (drains.length > 0) console.log(`${drainTable(drains)}\n`)
await model.close()

const webhooks = isSelected('webhooks') ? await runWebhookTests() : []

if (isSelectedDatabase('postgres') && !hasPostgres) console.log('not run: PostgreSQL (not installed)')
if (isSelectedDatabase('sqlite') && !hasPowerCuts)
  console.log('not run: power cuts (they need Linux, root and a loop device)')
const failures = [
  ...runs.flatMap(findFailures),
  ...drains.flatMap(({ results }) => listViolations('SIGTERM', results)),
  ...webhooks,
]
for (const failure of failures) console.log(failure)
console.log(failures.length === 0 ? 'No acknowledged data was lost.' : `${failures.length} failures.`)
process.exit(failures.length === 0 ? 0 : 1)

async function runCrashTest(create: CreateEnvironment, control: string | null): Promise<CrashRun> {
  const logFolder = mkdtempSync(path.join(tmpdir(), 'troupe-crash-log-'))
  const logFile = path.join(logFolder, 'server.log')
  const environment = await create({ modelBaseUrl: model.baseUrl, durable: control === null, logFile })
  const name = control === null ? environment.name : `control: ${control}`
  const total = control === null ? rounds : controlRounds
  const results = await runRounds(environment, {
    rounds: total,
    seed,
    waitForRecovery: control === null,
    onRound: (current) => logProgress(name, current, total),
  })
  await environment.close()
  if (control === null && results.violationCount > 0) console.log(`The server's log is in ${logFile}.`)
  else rmSync(logFolder, { recursive: true, force: true })
  return { name, results, isControl: control !== null }
}

function logProgress(name: string, results: Results, total: number): void {
  if (results.rounds % 5 !== 0 && results.rounds !== total) return
  const { acknowledged, violationCount, seconds } = results
  console.log(
    `${name}: ${results.rounds} of ${total} rounds, ${acknowledged} acknowledged, ${violationCount} violations, ${seconds.toFixed(0)} s`,
  )
}

/** In every tenth, half of the replies would go on for longer than the server waits; the others take seconds. */
async function runDrainTests(): Promise<DrainRun[]> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-drain-'))
  const server = await ServerProcess.create({ env: { ...testEnv(model.baseUrl), DATA_DIR: folder } })
  await server.start()
  const drains: DrainRun[] = []
  while (drains.length < drainCount) {
    const run = createRunContext(server.url, seed + drains.length, 0)
    const drain = await drainUnderLoad(run, server, { streams: 50, hasEndless: drains.length % 10 === 0 })
    drains.push({ drain, results: run.results })
    console.log(`SIGTERM: ${drains.length} of ${drainCount}, exited after ${drain.seconds.toFixed(1)} s`)
  }
  await server.kill9()
  rmSync(folder, { recursive: true, force: true })
  return drains
}

/** Kills the server between its answer to a webhook and the processing. Returns what was lost. */
async function runWebhookTests(): Promise<string[]> {
  const lost: string[] = []
  for (const database of ['SQLite', 'PostgreSQL']) {
    if (!isSelectedDatabase(database === 'SQLite' ? 'sqlite' : 'postgres')) continue
    if (database === 'PostgreSQL' && !hasPostgres) continue
    const folder = mkdtempSync(path.join(tmpdir(), 'troupe-rounds-'))
    const postgres = database === 'PostgreSQL' ? await startPostgres() : null
    const url = postgres && (await createPostgresDatabase(postgres.url)).url
    const env = { DATA_DIR: folder, LOCAL_MODELS: 'off', ...(url ? { DATABASE_URL: url } : {}) }
    const results = await runWebhookRounds(env, rounds)
    const { acknowledged, recovered } = results
    console.log(
      `webhooks, ${database}: ${results.rounds} kills, ${acknowledged} acknowledged, ${recovered} payments recovered`,
    )
    lost.push(...results.lost.map((message) => `webhooks, ${database}, lost: ${message}`))
    await postgres?.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  return lost
}
