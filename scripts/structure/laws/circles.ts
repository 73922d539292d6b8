import type { Law, Violation } from '../law.ts'
import type { SourceFile } from '../source-file.ts'
import { placeOf } from './floors.ts'

/**
 * No two folders of a side import each other, directly or around a corner. (Circles between single files are Biome's
 * `noImportCycles`; a circle of folders can be made of files none of which is in one.)
 */
export const circles: Law = {
  name: 'circles',
  check: (files) => {
    const edges = folderImports(files.filter((file) => !file.isTest))
    return edges.flatMap((edge) => {
      const back = pathBetween(edges, edge.to, edge.from)
      // Told once a circle, at the import that leaves the folder first in the alphabet.
      return back && [edge.from, ...back].sort()[0] === edge.from ? [violation(edge, back)] : []
    })
  },
}

interface Edge {
  from: string
  to: string
  path: string
  line: number
}

function folderImports(files: SourceFile[]): Edge[] {
  const edges = new Map<string, Edge>()
  for (const { path, imports } of files) {
    const from = folderOf(path)
    for (const { target, line } of imports) {
      const to = folderOf(target)
      if (from && to && from !== to) edges.set(`${from} ${to}`, { from, to, path, line })
    }
  }
  return [...edges.values()]
}

function folderOf(path: string): string | null {
  const place = placeOf(path)
  return place && !place.isLoose ? `src/${place.side}/${place.folder}` : null
}

/** The folders one walks through from one to the other, both included; null when there is no way. */
function pathBetween(edges: Edge[], from: string, to: string): string[] | null {
  const ways = [[from]]
  const seen = new Set([from])
  for (const way of ways) {
    const last = way.at(-1)
    if (last === to) return way
    for (const edge of edges) {
      if (edge.from !== last || seen.has(edge.to)) continue
      seen.add(edge.to)
      ways.push([...way, edge.to])
    }
  }
  return null
}

function violation({ from, path, line }: Edge, back: string[]): Violation {
  return {
    path,
    line,
    wrong: `folders import each other in a circle: ${[from, ...back].join(' → ')}`,
    instead: 'move what both need to a lower floor',
  }
}
