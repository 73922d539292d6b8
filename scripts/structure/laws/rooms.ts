import { fileLaw } from '../law.ts'
import type { Import, SourceFile } from '../source-file.ts'

/** Which rooms each room may enter. Everything else is up, or across. */
const mayEnter: Record<string, string[]> = {
  engine: ['engine'],
  shared: ['engine', 'shared'],
  server: ['engine', 'shared', 'server'],
  client: ['engine', 'shared', 'client'],
}

/** Packages a room may use; a room that is not named may use any. Tests may use what tests need. */
const packages: Record<string, (name: string) => boolean> = {
  engine: () => false,
  shared: (name) => name === 'zod',
  client: (name) => !name.startsWith('node:'),
}

const roomOf = (path: string) => /^src\/([^/]+)\//.exec(path)?.[1]

/** Imports go down only: engine ← shared ← server | client. */
export const rooms = fileLaw('rooms', (file) => {
  const room = roomOf(file.path)
  if (!room) return []
  return file.imports.flatMap((found) => {
    const wrong = wrongWith(file, room, found)
    return wrong ? [{ line: found.line, wrong, instead: insteadIn(room) }] : []
  })
})

function wrongWith(file: SourceFile, room: string, { specifier, target, isOurs }: Import): string | null {
  if (!isOurs) {
    const allowed = file.isTest || (packages[room]?.(target) ?? true)
    return allowed ? null : `${room} imports the package ${target}`
  }
  const other = roomOf(target)
  if (!other) return file.isTest ? null : `${room} imports ${target}, which stands outside src`
  if (!mayEnter[room]?.includes(other)) return `${room} imports from ${other} (${specifier})`
  if (room === 'engine' && specifier.startsWith('#')) return `the engine imports itself by an alias (${specifier})`
  return null
}

function insteadIn(room: string): string {
  if (room === 'engine')
    return 'the engine is pure: hand it what it needs as an argument, and import relatively inside it'
  if (room === 'shared')
    return 'shared is the contract and knows neither side: move the thing down into it, or leave it'
  return 'server and client meet only in src/shared: put what both need there'
}
