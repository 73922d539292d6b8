// Runs in a worker thread (nightly-backups.ts), since reading and packing an instance would delay requests.
import { workerData } from 'node:worker_threads'
import { writeBackup } from './backup-file.ts'
import type { InstanceEnv } from './queries.ts'

const { env, file, now } = workerData as { env: InstanceEnv; file: string; now: number }
await writeBackup(env, file, now)
