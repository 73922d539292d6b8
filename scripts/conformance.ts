// `node scripts/conformance.ts` writes docs/conformance.md; with `--check` it only says whether it would change.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sentences } from '#tests/e2e/conformance/sentences.ts'
import { findChecks } from './conformance/find-checks.ts'
import { conformanceDocument, disagreements } from './conformance/report.ts'

const root = path.join(import.meta.dirname, '..')
const folder = path.join(root, 'tests', 'e2e', 'conformance')
const page = path.join(root, 'docs', 'conformance.md')

const files = readdirSync(folder).filter((file) => file.endsWith('.test.ts'))
const checks = files.sort().flatMap((file) => findChecks(file, readFileSync(path.join(folder, file), 'utf8')))
const faults = disagreements(sentences, checks)
const text = conformanceDocument(sentences, checks)

if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text) {
  faults.push('docs/conformance.md is stale: run node scripts/conformance.ts')
}

for (const fault of faults) console.error(fault)
process.exitCode = faults.length > 0 ? 1 : 0
