import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readEnv } from '#server/core/env.ts'
import { createLog } from '#server/core/log.ts'
import { start } from '#server/start.ts'

/** Migrates a database and adds the sample characters, which takes as long as the rest of a server's start. */
export async function prepareDatabase(env: { DATA_DIR?: string; DATABASE_URL?: string }): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'troupe-prepared-'))
  const variables = { DATA_DIR: folder, LOCAL_MODELS: 'off', BACKUP_KEEP: '0', ...env }
  const { stop } = await start(readEnv(variables), createLog('silent'))
  await stop(0)
  rmSync(folder, { recursive: true, force: true })
}
