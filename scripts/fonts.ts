// `node scripts/fonts.ts` writes the subsets of the fonts that a page loads first (src/client/styles/fonts.css). Run it when
// a font's package changes, and commit the result.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'src', 'client', 'styles', 'fonts')

type Ranges = readonly (readonly [first: number, last: number])[]
/** ASCII, the punctuation of English prose, and é, which English has: the first unicode-range of fonts.css. */
const english: Ranges = [
  [0x20, 0x7e],
  [0xa9, 0xa9],
  [0xb7, 0xb7],
  [0xe9, 0xe9],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
]
/** The other letters of Latin-1 and the punctuation of other western European languages: the second unicode-range. */
const western: Ranges = [
  [0xa0, 0xa1],
  [0xab, 0xab],
  [0xbb, 0xbb],
  [0xbf, 0xd6],
  [0xd8, 0xe8],
  [0xea, 0xf6],
  [0xf8, 0xff],
]
/** What browsers apply by themselves, and the figures of equal width of `tabular-nums`. No style asks for other features. */
const keepFeatures = 'calt ccmp clig kern liga locl mark mkmk rclt rlig rvrn tnum'.split(' ')

mkdirSync(folder, { recursive: true })
// Headings use two weights that look the same. One weight is 60 % smaller. The largest are 72 px.
const headings = { wght: 575, opsz: { min: 9, max: 72 } }
await writeSubset('fraunces', 'fraunces-latin-opsz-normal', english, headings)
await writeSubset('fraunces', 'fraunces-latin-opsz-normal', western, headings, 'fraunces-western')
await writeSubset('instrument-sans', 'instrument-sans-latin-wght-normal', english, {})
await writeSubset('instrument-sans', 'instrument-sans-latin-wght-normal', western, {}, 'instrument-sans-western')
// Cards have one line in italics, of one weight.
await writeSubset('literata', 'literata-latin-wght-italic', english, { wght: 400 })
await writeSubset('literata', 'literata-latin-wght-italic', western, { wght: 400 }, 'literata-western-italic')

async function writeSubset(
  name: string,
  file: string,
  ranges: Ranges,
  variationAxes: Record<string, number | { min: number; max: number }>,
  target = file,
) {
  const source = path.join(root, 'node_modules', '@fontsource-variable', name, 'files', `${file}.woff2`)
  const options = { targetFormat: 'woff2', keepFeatures, variationAxes } as const
  const subset = await subsetFont(readFileSync(source), charactersOf(ranges), options)
  writeFileSync(path.join(folder, `${target}.woff2`), subset)
  console.log(`${target}: ${subset.length} bytes`)
}

function charactersOf(ranges: Ranges): string {
  return ranges
    .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
    .join('')
}
