// `node scripts/complete-lock.ts`, after installing a package on a machine whose registry carries one platform only:
// it writes the binaries of the others into package-lock.json, without which `npm ci` refuses it.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { completeLock } from './lock/complete-lock.ts'

const file = path.join(import.meta.dirname, '..', 'package-lock.json')
const { lock, added } = completeLock(JSON.parse(readFileSync(file, 'utf8')))
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'Nothing was missing.' : `Added ${added.length} packages of other platforms.`)
