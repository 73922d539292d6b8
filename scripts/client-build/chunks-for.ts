import path from 'node:path'
import type { Rolldown } from 'vite'

/** The files behind some modules of the client, with everything they import at once. */
export function chunksFor(bundle: readonly Rolldown.OutputChunk[], root: string, modules: readonly string[]): string[] {
  const wanted = modules.map((module) => path.join(root, module))
  const byName = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) take(byName.get(name))
  }
  for (const module of wanted) {
    const chunk = bundle.find((one) => one.type === 'chunk' && one.moduleIds.includes(module))
    if (!chunk) throw new Error(`The build has no ${module}`)
    take(chunk)
  }
  return [...found]
}
