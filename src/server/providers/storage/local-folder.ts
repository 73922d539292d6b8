import { mkdir, open, readdir, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { assertFileName, type FileStorage, isFileName, type StoredFile } from './provider.ts'

/**
 * Stores files in a local folder. They are spread over up to 256 subfolders by the last two characters of the name,
 * which are random hexadecimal digits in our ids.
 */
export class LocalFolder implements FileStorage {
  readonly id = 'local'
  readonly #root: string

  constructor(root: string) {
    this.#root = root
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    const file = this.#pathOf(name)
    const folder = path.dirname(file)
    await mkdir(folder, { recursive: true })
    // Written under another name and renamed, so that readers see the whole file or none.
    const partial = `${file}.part`
    try {
      await writeSynced(partial, bytes)
      await rename(partial, file)
      await syncFolder(folder)
    } catch (error) {
      // On a full disk it holds space that others need.
      await rm(partial, { force: true }).catch(() => {})
      throw error
    }
  }

  async open(name: string): Promise<StoredFile | null> {
    if (!isFileName(name)) return null
    try {
      const handle = await open(this.#pathOf(name), 'r')
      const { size } = await handle.stat()
      return { size, stream: handle.createReadStream() }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }

  async remove(name: string): Promise<void> {
    await rm(this.#pathOf(name), { force: true })
  }

  async *list(): AsyncIterable<string> {
    for (const folder of await readFolder(this.#root)) {
      for (const name of await readFolder(path.join(this.#root, folder))) if (isFileName(name)) yield name
    }
  }

  #pathOf(name: string): string {
    assertFileName(name)
    const subfolder = name.slice(0, name.indexOf('.')).slice(-2)
    return path.join(this.#root, subfolder, name)
  }
}

async function writeSynced(file: string, bytes: Uint8Array): Promise<void> {
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

async function readFolder(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (isMissing(error)) return []
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
