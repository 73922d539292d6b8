import { type FileHandle, open, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Where the program that runs models and the models themselves are, in the data folder. */
export const runtimeFolder = (dataDir: string) => path.join(dataDir, 'local-model', 'runtime')
export const modelsFolder = (dataDir: string) => path.join(dataDir, 'local-model', 'models')

export interface ModelFile {
  name: string
  bytes: number
}

const modelFileName = /^[\w][\w.-]{0,150}\.gguf$/i

/** True for a name that cannot lead outside the folder of models. */
export function isModelFileName(name: string): boolean {
  return modelFileName.test(name)
}

/** The model files of this machine, by name. Files that are still being downloaded end in `.part`. */
export async function listModelFiles(dataDir: string): Promise<ModelFile[]> {
  const folder = modelsFolder(dataDir)
  const names = await readdir(folder).catch(() => [])
  const files = names
    .filter(isModelFileName)
    .sort()
    .map(async (name) => {
      const { size } = await stat(path.join(folder, name))
      return { name, bytes: size }
    })
  return Promise.all(files)
}

/** Whether a file begins like a GGUF file. */
export async function isGguf(file: string): Promise<boolean> {
  let handle: FileHandle | null = null
  try {
    handle = await open(file, 'r')
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'GGUF'
  } finally {
    await handle?.close()
  }
}
