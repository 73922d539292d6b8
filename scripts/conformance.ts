// Compares the sentences of the product specification with the reports of the last `npm test`, which calls it after the tests.
import path from 'node:path'
import sentences from '#tests/e2e/conformance/sentences.json' with { type: 'json' }
import { readCheckedIds } from './conformance/read-checked-ids.ts'

const checked = readCheckedIds(path.join(import.meta.dirname, '..', '.cache', 'tests'))
const unchecked = Object.keys(sentences).filter((id) => !checked.has(id))
const unknown = [...checked].filter((id) => !(id in sentences))

for (const id of unchecked) console.error(`${id} has no check that passed`)
for (const id of unknown) console.error(`${id} is checked, but is not a sentence`)
process.exitCode = unchecked.length + unknown.length > 0 ? 1 : 0
