// `node scripts/conformance.ts` writes docs/conformance.md from the reports of the last `npm test`. With `--check` it
// only compares: `npm test` calls it after the tests.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { sentences } from '#tests/e2e/conformance/sentences.ts'
import { findProblems, renderPage } from './conformance/page.ts'
import { readChecks } from './conformance/read-checks.ts'

const root = path.join(import.meta.dirname, '..')
const page = path.join(root, 'docs', 'conformance.md')
const checks = readChecks(path.join(root, '.cache', 'tests'), root)
const problems = findProblems(sentences, checks)
const text = renderPage(sentences, checks)

if (!process.argv.includes('--check')) writeFileSync(page, text)
else if (readFileSync(page, 'utf8') !== text)
  problems.push('docs/conformance.md is stale: run node scripts/conformance.ts')

for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
