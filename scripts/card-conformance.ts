// `npm run conformance` runs the check of each rule of the card formats, prints the results and writes
// docs/card-conformance.md.
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { checkRules, printResults, renderPage } from './card-conformance/page.ts'
import { cardRules } from './card-conformance/rules.ts'

const results = await checkRules(cardRules)
console.info(printResults(results))
writeFileSync(path.join(import.meta.dirname, '..', 'docs', 'card-conformance.md'), renderPage(results))
process.exitCode = results.some(({ problem }) => problem !== '') ? 1 : 0
