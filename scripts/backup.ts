// `npm run backup [-- <file or folder>]`: writes a backup of the whole instance, while the server runs or not.

import { statSync } from 'node:fs'
import path from 'node:path'
import { writeBackup } from '#server/backup/backup-file.ts'
import { backupFolder, nameBackup } from '#server/backup/backup-names.ts'
import { describeBytes, describeInstance, describeTime } from '#server/backup/describe-instance.ts'
import { readEnv } from '#server/core/env.ts'
import { runTask } from './run-task.ts'

await runTask(async () => {
  const env = readEnv(process.env)
  const startedAt = Date.now()
  const target = process.argv[2] ?? backupFolder(env)
  const isFolder = target === backupFolder(env) || statSync(target, { throwIfNoEntry: false })?.isDirectory()
  const file = isFolder ? path.join(target, nameBackup('backup', startedAt)) : target
  console.log(`Writing a backup to ${file}…`)
  const { end, bytes, label } = await writeBackup(env, file, startedAt)
  console.log(`${label}: ${describeInstance(end)}`)
  console.log(`Written and read back in ${describeTime(Date.now() - startedAt)}: ${describeBytes(bytes)}.`)
  console.log(
    'It holds everything, the key of stored secrets included. Keep a copy on another machine, where only you can read it.',
  )
})
