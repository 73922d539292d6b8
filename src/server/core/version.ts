import { readFile } from 'node:fs/promises'
import path from 'node:path'

export const readRootFile = (name: string) => readFile(path.resolve(import.meta.dirname, '../../..', name), 'utf8')

/** The version of this server. */
export async function readVersion(): Promise<string> {
  return (JSON.parse(await readRootFile('package.json')) as { version: string }).version
}

/** The newest entries of CHANGELOG.md. */
export async function readNewestChanges(limit: number): Promise<string[]> {
  const [, newest = ''] = (await readRootFile('CHANGELOG.md')).split(/^## .*$/m)
  const entries = newest.split(/^- /m).slice(1, limit + 1)
  return entries.map((entry) => entry.replaceAll(/\s+/g, ' ').replaceAll(/[`*]/g, '').trim())
}
