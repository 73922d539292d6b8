import path from 'node:path'
import { LocalFolder } from './local-folder.ts'
import type { FileStorage } from './provider.ts'

export interface StorageEnv {
  dataDir: string
}

export function createFileStorage(env: StorageEnv): FileStorage {
  return new LocalFolder(path.join(env.dataDir, 'files'))
}
