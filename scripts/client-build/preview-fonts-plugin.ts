import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import subsetFont from 'subset-font'
import type { Plugin } from 'vite'
import { previewLetters } from '../../src/server/images/link-preview/preview-text.ts'

const fonts: { name: string; scripts: string[]; axes: Record<string, number> }[] = [
  { name: 'fraunces', scripts: ['latin-opsz', 'latin-ext-opsz'], axes: { wght: 575, opsz: 72 } },
  { name: 'instrument-sans', scripts: ['latin-wght', 'latin-ext-wght'], axes: { wght: 450 } },
  // Where the others have no letters.
  { name: 'literata', scripts: ['cyrillic-wght', 'greek-wght'], axes: { wght: 500 } },
]

const keepFeatures = ['ccmp', 'kern', 'liga', 'locl', 'mark', 'mkmk']

const config = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">.</dir></fontconfig>
`

/** Writes the fonts with which the server draws pictures of links: it cannot read those of the pages, which are compressed. */
export function writePreviewFonts(): Plugin {
  return {
    name: 'troupe:preview-fonts',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, '..', 'preview-fonts')
      mkdirSync(folder, { recursive: true })
      writeFileSync(path.join(folder, 'fonts.conf'), config)
      for (const { name, scripts, axes } of fonts) {
        for (const script of scripts) {
          const file = path.resolve(`node_modules/@fontsource-variable/${name}/files/${name}-${script}-normal.woff2`)
          const options = { targetFormat: 'truetype', keepFeatures, variationAxes: axes } as const
          const font = await subsetFont(readFileSync(file), previewLetters(), options)
          writeFileSync(path.join(folder, `${name}-${script}.ttf`), font)
        }
      }
    },
  }
}
