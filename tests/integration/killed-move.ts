// Moves an instance and ends itself, as kill -9 does, once it has written a page of rows.
import { moveInstance } from '#server/backup/load-instance.ts'
import { readEnv } from '#server/core/env.ts'

const onProgress = (rows: number) => rows > 1 && process.kill(process.pid, 'SIGKILL')
await moveInstance({ env: readEnv(process.env), now: Date.now(), replaces: false, isTrial: false, onProgress })
