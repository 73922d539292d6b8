import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'
import type { FileStorage } from './provider.ts'

export interface MoveResult {
  moved: number
  /** What went wrong, one message for each file. They stay where they are. */
  problems: string[]
}

const concurrency = 8
const maxProblems = 20

/**
 * Moves all files from one storage to the other, while the server uses both (`createMovingStorage`). The next call continues
 * an interrupted move: a file is removed only after its copy was read back and compared.
 */
export async function moveFiles(
  from: FileStorage,
  to: FileStorage,
  onProgress: (moved: number) => void = () => {},
): Promise<MoveResult> {
  const result: MoveResult = { moved: 0, problems: [] }
  const limit = pLimit(concurrency)
  const running = new Set<Promise<void>>()
  const moveOne = async (name: string) => {
    try {
      if (!(await moveFile(from, to, name))) return
      result.moved += 1
      onProgress(result.moved)
    } catch (error) {
      result.problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  try {
    for await (const name of from.list()) {
      if (result.problems.length >= maxProblems) break
      if (running.size >= 2 * concurrency) await Promise.race(running)
      const move = limit(() => moveOne(name)).finally(() => running.delete(move))
      running.add(move)
    }
  } finally {
    // Also when listing fails: the next call must not run at the same time, or each would take files that the other has
    // moved for deleted ones.
    await Promise.all(running)
  }
  return result
}

/** False when the file was deleted meanwhile. */
async function moveFile(from: FileStorage, to: FileStorage, name: string): Promise<boolean> {
  const bytes = await read(from, name)
  if (bytes === null) return false
  await to.put(name, bytes)
  const copy = await read(to, name)
  if (copy !== null && !copy.equals(bytes)) throw new Error('the copy is not the same.')
  // The server deletes a file from the current storage first, so one that is missing there was deleted during the copy.
  if ((await read(from, name)) === null) {
    await to.remove(name)
    return false
  }
  if (copy === null) throw new Error('the copy cannot be read.')
  await from.remove(name)
  return true
}

async function read(storage: FileStorage, name: string): Promise<Buffer | null> {
  const file = await storage.open(name)
  return file && buffer(file.stream)
}
