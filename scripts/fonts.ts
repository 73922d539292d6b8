// `node scripts/fonts.ts` writes the subsets of the fonts that a page loads first (src/client/styles/fonts.css). Run it when
// a font's package changes, and commit the result.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'src', 'client', 'styles', 'fonts')

/** ASCII, the letters of Latin-1 and the punctuation of English prose: the unicode-range in fonts.css. */
const ranges = [
  [0x20, 0x7e],
  [0xa0, 0xa1],
  [0xa9, 0xa9],
  [0xab, 0xab],
  [0xb7, 0xb7],
  [0xbb, 0xbb],
  [0xbf, 0xd6],
  [0xd8, 0xf6],
  [0xf8, 0xff],
  [0x2013, 0x2014],
  [0x2018, 0x2019],
  [0x201c, 0x201d],
  [0x2022, 0x2022],
  [0x2026, 0x2026],
] as const
const characters = ranges
  .flatMap(([first, last]) => Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)))
  .join('')

mkdirSync(folder, { recursive: true })
// Headings use two weights that look the same. One weight, in all optical sizes, is 60 % smaller.
await writeSubset('fraunces', 'fraunces-latin-opsz-normal', { wght: 575 })
await writeSubset('instrument-sans', 'instrument-sans-latin-wght-normal', {})
// Cards have one line in italics, of one weight.
await writeSubset('literata', 'literata-latin-wght-italic', { wght: 400 })

async function writeSubset(name: string, file: string, variationAxes: Record<string, number>) {
  const source = path.join(root, 'node_modules', '@fontsource-variable', name, 'files', `${file}.woff2`)
  const subset = await subsetFont(readFileSync(source), characters, { targetFormat: 'woff2', variationAxes })
  writeFileSync(path.join(folder, `${file}.woff2`), subset)
  console.log(`${file}: ${subset.length} bytes`)
}
