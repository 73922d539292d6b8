import path from 'node:path'
import { LocalFolder } from './local-folder.ts'
import { MovingStorage } from './moving-storage.ts'
import type { FileStorage } from './provider.ts'
import { type S3Settings, S3Storage } from './s3.ts'

export interface StorageEnv {
  dataDir: string
  pictureStorage: 'folder' | 's3'
  /** Null when no bucket is set. */
  s3: S3Settings | null
}

interface Storages {
  current: FileStorage
  previous: FileStorage | null
}

/** The storage that is set, and the other one where there is one. */
export function openStorages({ dataDir, pictureStorage, s3 }: StorageEnv): Storages {
  const folder = new LocalFolder(path.join(dataDir, 'files'))
  const bucket = s3 && new S3Storage(s3)
  if (bucket === null) return { current: folder, previous: null }
  return pictureStorage === 's3' ? { current: bucket, previous: folder } : { current: folder, previous: bucket }
}

export function createFileStorage(env: StorageEnv): FileStorage {
  const { current, previous } = openStorages(env)
  return previous === null ? current : new MovingStorage(current, previous)
}
