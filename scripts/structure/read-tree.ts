import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Tree } from './laws.ts'

const folders = ['src', 'tests', 'scripts']

/** Reads every TypeScript file of the house. */
export function readTree(root: string): Tree {
  const paths = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => `${folder}/${file.split(path.sep).join('/')}`)
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('/node_modules/')),
  )
  return new Map(paths.map((file) => [file, readFileSync(path.join(root, file), 'utf8')]))
}
