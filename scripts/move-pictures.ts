// `npm run move-pictures`: moves all images into the storage that PICTURE_STORAGE names, out of the other one. The server
// may run meanwhile, with the same settings.

import path from 'node:path'
import { readEnv } from '#server/core/env.ts'
import { prepareDataFolder, tryLock } from '#server/db/data-folder.ts'
import { openStorages } from '#server/providers/storage/index.ts'
import { moveFiles } from '#server/providers/storage/move-files.ts'
import { runTask } from './run-task.ts'

const progressInterval = 100

await runTask(async () => {
  const env = readEnv(process.env)
  const { current, previous } = openStorages(env)
  if (previous === null)
    throw new Error('There is no other storage to move from: set S3_BUCKET and the keys of its service.')
  prepareDataFolder(env.dataDir)
  // Two runs at once would take files that the other has just moved for deleted ones.
  const unlock = tryLock(path.join(env.dataDir, 'moving-pictures.lock'))
  if (unlock === null) throw new Error('Another `npm run move-pictures` is running. Wait for its end.')
  await Promise.all([current.check?.(), previous.check?.()])
  console.log(
    `Moving pictures ${env.pictureStorage === 's3' ? 'from the data folder to the bucket' : 'from the bucket to the data folder'}…`,
  )
  const { moved, problems } = await moveFiles(previous, current, (count) => {
    if (count % progressInterval === 0) console.log(`${count} moved`)
  })
  console.log(`${moved} pictures were moved.`)
  unlock()
  if (problems.length > 0) {
    console.error(`These could not be moved and are where they were:\n${problems.join('\n')}\nRun the command again.`)
    process.exitCode = 1
  }
})
