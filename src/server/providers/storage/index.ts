import path from 'node:path'
import { LocalFolder } from './local-folder.ts'
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
  return previous === null ? current : createMovingStorage(current, previous)
}

/**
 * The configured storage, with the other one as a fallback for files that were stored before the setting changed. `npm
 * run move-pictures` moves them while the server runs.
 */
export function createMovingStorage(current: FileStorage, previous: FileStorage): FileStorage {
  return {
    id: current.id,
    put: (name, bytes) => current.put(name, bytes),
    // The last one: it may have been moved between the two reads.
    open: async (name) => (await current.open(name)) ?? (await previous.open(name)) ?? current.open(name),
    // In this order, so that a file that is being moved is not left behind (`moveFile`).
    async remove(name) {
      await previous.remove(name)
      await current.remove(name)
    },
    list: () => current.list(),
    async check() {
      await current.check?.()
      await previous.check?.()
    },
  }
}
