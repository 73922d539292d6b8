import path from 'node:path'
import { LocalFolder } from './local-folder.ts'
import type { FileStorage } from './provider.ts'

/** What of the environment decides where files are kept. */
export interface StorageEnv {
  dataDir: string
}

export function chooseStorage(env: StorageEnv): FileStorage {
  return new LocalFolder(path.join(env.dataDir, 'files'))
}
