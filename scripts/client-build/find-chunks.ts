import path from 'node:path'
import type { Rolldown } from 'vite'

/** Lists the built files that contain the given modules, and their static imports. */
export function findChunks(
  bundle: readonly Rolldown.OutputChunk[],
  root: string,
  modules: readonly string[],
): string[] {
  const moduleIds = modules.map((module) => path.join(root, module))
  const byName = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const add = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const moduleId of moduleIds) {
    const chunk = bundle.find(({ type, moduleIds: ids }) => type === 'chunk' && ids.includes(moduleId))
    if (!chunk) throw new Error(`The build has no chunk with ${moduleId}`)
    add(chunk)
  }
  return [...found]
}
