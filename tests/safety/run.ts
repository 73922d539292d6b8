// `npm run safety` measures the safety policy's rules on their corpus and prints the tables of docs/safety.md, with every
// sentence that they miss or find wrongly. `npm run safety -- speed` measures how long they take; the machine must be quiet.
import { markdownTable } from '#tests/support/table.ts'
import { falseHit, measure, type Share } from './measure.ts'
import { measureSpeed } from './speed.ts'

if (process.argv.includes('speed')) {
  const rows = measureSpeed().map(({ kind, p50, p99, quiet }) => [
    kind,
    ...[p50, p99, quiet].map((ms) => ms.toFixed(2)),
  ])
  console.log(markdownTable(['4 kB of', 'p50 (ms)', 'p99 (ms)', 'slowest text, undisturbed (ms)'], rows))
  process.exit()
}

const figures = measure()
const percent = ({ found, of }: Share) => `${found} of ${of} (${((100 * found) / of).toFixed(1)} %)`
const sum = (shares: Share[]): Share => ({
  found: shares.reduce((total, { found }) => total + found, 0),
  of: shares.reduce((total, { of }) => total + of, 0),
})

const all = {
  group: 'all',
  known: sum(figures.recall.map(({ known }) => known)),
  other: sum(figures.recall.map(({ other }) => other)),
}
const recall = [...figures.recall, all].map(({ group, known, other }) => [group, percent(known), percent(other)])
console.log(`\nFound\n\n${markdownTable(['group', 'known half', 'other half'], recall)}`)
const mutated = figures.mutated.map(({ mutation, known, other }) => [mutation, percent(known), percent(other)])
console.log(`\nFound when written otherwise\n\n${markdownTable(['mutation', 'known half', 'other half'], mutated)}`)
const hard = figures.hard.map(({ mutation, found }) => [mutation, percent(found)])
console.log(`\nFound in part when written otherwise\n\n${markdownTable(['mutation', 'all'], hard)}`)
const { alone, found: split } = figures.split
console.log(`\nSplit over two messages: ${percent(split)}; the second alone: ${percent(alone)}`)
const [known, other] = figures.falseHits.map(percent)
console.log(`\nFound wrongly: ${known} of the known half, ${other} of the other half`)
const ordinary = figures.ordinary.map(({ set, wrong, wrongRated }) => [set, percent(wrong), percent(wrongRated)])
console.log(`\n${markdownTable(['found wrongly of', 'anywhere', 'or in an explicit character'], ordinary)}\n`)
console.log(`Found of the sentences that no rule was written against: ${percent(figures.unseen)}\n`)
for (const { text, group, isKnown } of figures.misses)
  console.log(`missed (${group}${isKnown ? '' : ', other half'}): ${text}`)
for (const { text } of figures.wrong) console.log(`found wrongly (${falseHit(text)?.rule.id}): ${text}`)
