import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import type { Plugin } from 'vite'
import { drawPortrait, samplePortraits } from '../../src/server/images/portraits/portrait.ts'

const side = 600
const background = '#f1e7d8'

/** Draws the portraits of the sample characters as PNG, for the previews of links: few services read SVG. */
export function drawPreviews(): Plugin {
  return {
    name: 'troupe:previews',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      const folder = path.join(dir, 'previews')
      mkdirSync(folder, { recursive: true })
      for (const name of samplePortraits.keys()) {
        const drawing = sharp(Buffer.from(drawPortrait(name)), { density: 144 }).resize(side, side)
        const png = await drawing.flatten({ background }).png({ palette: true, colours: 32 }).toBuffer()
        writeFileSync(path.join(folder, `${name}.png`), png)
      }
    },
  }
}
