// `npm run move -- [--check] [--replace] postgres://…`: copies the instance of the data folder from SQLite to PostgreSQL.
// With `--check` everything is written there, compared and taken back, and the server may run meanwhile.

import { parseArgs } from 'node:util'
import { describeInstance, describeTime, printProgress } from '#server/backup/describe-instance.ts'
import { moveInstance } from '#server/backup/load-instance.ts'
import { readEnv } from '#server/core/env.ts'
import { runTask } from './run-task.ts'

const usage = 'Usage: npm run move -- [--check] [--replace] postgres://user:password@host/database'

await runTask(async () => {
  const options = { check: { type: 'boolean', default: false }, replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [databaseUrl, ...rest] = positionals
  if (!databaseUrl || !/^postgres(ql)?:\/\//.test(databaseUrl) || rest.length > 0) throw new Error(usage)
  const startedAt = Date.now()
  const env = readEnv({ ...process.env, DATABASE_URL: databaseUrl })
  console.log(values.check ? 'Trying the move…' : 'Moving…')
  const move = {
    env,
    now: startedAt,
    replaces: values.replace,
    isTrial: values.check,
    onProgress: printProgress(console.log),
  }
  const { end, label, auditProblem } = await moveInstance(move)
  console.log(`${describeInstance(end)}\nAll rows in ${label} have the hashes that they have in SQLite.`)
  console.log(
    auditProblem ? `The audit log is not intact, in SQLite neither: ${auditProblem}.` : 'The audit log is intact.',
  )
  const time = describeTime(Date.now() - startedAt)
  if (values.check) console.log(`It took ${time}. Nothing was kept. To move, stop the server and leave out --check.`)
  else {
    console.log(`Moved in ${time}. Set DATABASE_URL to this address, keep DATA_DIR, and start the server.`)
    console.log('Pictures and secret.key stay in their places. troupe.db is as it was: delete it when all is well.')
  }
})
