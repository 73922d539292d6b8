// Holds the code against the laws of the house (CONTRIBUTING says them in words), and says how large it is.
// `node scripts/check-structure.ts [folder]`: another checkout than this one may be named.
import path from 'node:path'
import { findViolations } from './structure/laws.ts'
import { readTree } from './structure/read-tree.ts'
import { reportSizes } from './structure/sizes.ts'

const tree = readTree(process.argv[2] ?? path.join(import.meta.dirname, '..'))
const violations = findViolations(tree)
for (const { path, line, law, wrong, instead } of violations) {
  console.log(`${path}:${line}  [${law}] ${wrong}\n    ${instead}.`)
}
console.log(reportSizes(tree).join('\n'))
if (violations.length > 0) {
  console.log(`\n${violations.length} ${violations.length === 1 ? 'violation' : 'violations'} of the laws of the house`)
  process.exitCode = 1
}
