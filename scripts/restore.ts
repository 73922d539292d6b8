// `npm run restore -- [--check] [--replace] <backup>`: writes a backup into the database and the storage of pictures that are
// set here. `--check` only reads it.

import { parseArgs } from 'node:util'
import { checkBackup, readBackup } from '#server/backup/backup-file.ts'
import { describeInstance, describeTime, printProgress } from '#server/backup/describe-instance.ts'
import { loadInstance } from '#server/backup/load-instance.ts'
import { readEnv } from '#server/core/env.ts'
import { runTask } from './run-task.ts'

const usage = 'Usage: npm run restore -- [--check] [--replace] <backup>'

await runTask(async () => {
  const options = { check: { type: 'boolean' }, replace: { type: 'boolean', default: false } } as const
  const { values, positionals } = parseArgs({ options, allowPositionals: true })
  const [file, ...rest] = positionals
  if (!file || rest.length > 0) throw new Error(usage)
  const env = readEnv(process.env)
  const startedAt = Date.now()
  console.log(`Reading ${file}…`)
  const { header, end } = await checkBackup(file)
  const made = `The backup is of ${new Date(header.createdAt).toISOString().slice(0, 16).replace('T', ' ')} UTC, by version ${header.version}`
  console.log(`${made}. It is whole: ${describeInstance(end)}`)
  if (!values.check) {
    console.log('Restoring…')
    const target = { env, now: startedAt, replaces: values.replace, isTrial: false }
    const { label, auditProblem } = await loadInstance(readBackup(file), {
      ...target,
      onProgress: printProgress(console.log),
    })
    console.log(
      `Restored into ${label} in ${describeTime(Date.now() - startedAt)}. Rows and hashes are those of the backup.`,
    )
    console.log(
      auditProblem ? `The audit log is not intact, as in the backup: ${auditProblem}.` : 'The audit log is intact.',
    )
    if (header.secretKey && env.secretKey)
      console.log('SECRET_KEY is set, so secret.key is not used: without it, the stored keys can be read.')
    console.log('Start the server. The search of messages is built again in the background.')
  }
})
