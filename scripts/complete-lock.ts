// `node scripts/complete-lock.ts`: run it after installing a package from a registry that carries one platform only. It
// adds the binaries of the other platforms to package-lock.json; without them `npm ci` rejects the lock there.
// `--integrity` asks the registry for the hashes that the lock lacks. Run it where the registry carries all platforms.
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { addIntegrity, completeLock, listUnverified } from './lock/complete-lock.ts'

const file = path.join(import.meta.dirname, '..', 'package-lock.json')
const { lock: completed, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')))
const lock = process.argv.includes('--integrity') ? await addIntegrity(completed, findIntegrity) : completed
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock is complete.' : `Added ${added.length} packages of other platforms.`)
const unverified = listUnverified(lock).length
if (unverified > 0) console.log(`${unverified} packages of other platforms have no integrity: run with --integrity.`)

/** Null when the registry does not carry the release. */
function findIntegrity(release: string): Promise<string | null> {
  return promisify(execFile)('npm', ['view', release, 'dist.integrity']).then(
    ({ stdout }) => stdout.trim() || null,
    () => null,
  )
}
