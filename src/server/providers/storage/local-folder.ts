import { mkdir, open, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { type FileStorage, isFileName, type StoredFile } from './provider.ts'

/** Files in a folder of this machine, spread over 256 of them by the end of their name, which is chance. */
export class LocalFolder implements FileStorage {
  readonly id = 'local'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.#place(name)
    const folder = path.dirname(file)
    await mkdir(folder, { recursive: true })
    // Written beside and moved into place: a reader sees the whole file or none.
    const unfinished = `${file}.part`
    await writeThrough(unfinished, bytes)
    await rename(unfinished, file)
    await syncFolder(folder)
  }

  async open(name: string): Promise<StoredFile | null> {
    if (!isFileName(name)) return null
    try {
      const handle = await open(this.#place(name), 'r')
      const { size } = await handle.stat()
      return { size, stream: handle.createReadStream() }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#place(name), { force: true })
  }

  #place(name: string): string {
    if (!isFileName(name)) throw new Error(`Not a name of a stored file: ${JSON.stringify(name)}`)
    const drawer = name.slice(0, name.indexOf('.')).slice(-2)
    return path.join(this.#root, drawer, name)
  }
}

async function writeThrough(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'w')
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
