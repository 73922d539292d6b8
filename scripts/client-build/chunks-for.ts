import path from 'node:path'
import type { Rolldown } from 'vite'

/** The files behind some modules of the client, with everything they import at once. */
export function chunksFor(bundle: readonly Rolldown.OutputChunk[], root: string, modules: readonly string[]): string[] {
  const wanted = new Set(modules.map((module) => path.join(root, module)))
  const byName = new Map(bundle.map((chunk) => [chunk.fileName, chunk]))
  const found = new Set<string>()
  const take = (chunk: Rolldown.OutputChunk | undefined) => {
    if (chunk?.type !== 'chunk' || chunk.isEntry || found.has(chunk.fileName)) return
    found.add(chunk.fileName)
    for (const name of chunk.imports) take(byName.get(name))
  }
  for (const chunk of bundle) if (chunk.type === 'chunk' && wanted.has(chunk.facadeModuleId ?? '')) take(chunk)
  return [...found]
}
