import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

/** Draws the icons of the installed app from our own mark. Run it when public/favicon.svg changes; commit what it writes. */
const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'public', 'icons')
const mark = readFileSync(path.join(root, 'public', 'favicon.svg'), 'utf8')

/** Where the system cuts the shape itself the colour fills the square; the mark stands well inside the cut. */
const square = mark.replace(' rx="8"', '')

mkdirSync(folder, { recursive: true })
await draw(mark, 192, 'icon-192.png')
await draw(mark, 512, 'icon-512.png')
await draw(square, 512, 'maskable-512.png')
await draw(square, 180, 'apple-touch-icon.png')

async function draw(svg: string, size: number, name: string) {
  const picture = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  await picture.png({ palette: true, effort: 10 }).toFile(path.join(folder, name))
}
