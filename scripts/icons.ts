// `node scripts/icons.ts` draws the icons of the installed app from public/favicon.svg. Run it when the favicon changes,
// and commit the result.
import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'public', 'icons')
const rounded = readFileSync(path.join(root, 'public', 'favicon.svg'), 'utf8')

/** Systems that crop the icon themselves need a full square; the mark stays inside the safe area. */
const square = rounded.replace(' rx="8"', '')

mkdirSync(folder, { recursive: true })
await draw(rounded, 192, 'icon-192.png')
await draw(rounded, 512, 'icon-512.png')
await draw(square, 512, 'maskable-512.png')
await draw(square, 180, 'apple-touch-icon.png')

async function draw(svg: string, size: number, name: string) {
  const image = sharp(Buffer.from(svg), { density: (72 * size) / 32 }).resize(size, size)
  await image.png({ palette: true, effort: 10 }).toFile(path.join(folder, name))
}
