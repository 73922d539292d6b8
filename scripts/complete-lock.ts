// `node scripts/complete-lock.ts`: run it after installing a package from a registry that carries one platform only. It
// adds the binaries of the other platforms to package-lock.json; without them `npm ci` rejects the lock there.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeLock } from './lock/complete-lock.ts'

const file = path.join(import.meta.dirname, '..', 'package-lock.json')
const { lock, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'The lock is complete.' : `Added ${added.length} packages of other platforms.`)
