import type { Tree } from './laws.ts'
import { readSource } from './source-file.ts'

const fileMax = 250
const functionMax = 60
/** All tables on one page, on purpose. */
const free = new Set(['src/server/db/schema.ts'])

/** Sizes to notice, not to game: a few lines for the reader, never a failure. */
export function reportSizes(tree: Tree): string[] {
  const files = [...tree]
    .filter(([path]) => path.startsWith('src/') && !/\.test\.tsx?$/.test(path) && !free.has(path))
    .map(([path, code]) => readSource(path, code))
    .sort((a, b) => a.lines - b.lines)
  const at = (share: number) => files[Math.min(files.length - 1, Math.floor(files.length * share))]?.lines ?? 0
  const long = files.filter(({ lines }) => lines > fileMax).map(({ path, lines }) => `  ${path}: ${lines} lines`)
  const functions = files.flatMap(({ path, functions }) =>
    functions
      .filter(({ lines }) => lines > functionMax)
      .map(({ text, line, lines }) => `  ${path}:${line}: ${text} has ${lines} lines`),
  )
  const lengths = `${files.length} files, lines: median ${at(0.5)}, 90 % ≤ ${at(0.9)}, longest ${at(1)}`
  return [lengths, ...section(`files over ${fileMax}`, long), ...section(`functions over ${functionMax}`, functions)]
}

const section = (title: string, lines: string[]) => (lines.length > 0 ? [`${title}:`, ...lines] : [])
