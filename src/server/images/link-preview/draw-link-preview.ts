import { existsSync } from 'node:fs'
import path from 'node:path'
import { excerpt } from '#engine/prose/plain-text.ts'
import type { SharedCharacter } from '#server/http/character-page.ts'
import { hueOf } from '#shared/category-hues.ts'
import { escapeHtml } from '#shared/escape-html.ts'
import { initials } from '#shared/initials.ts'
import { drawableText } from './preview-text.ts'

type Sharp = typeof import('sharp').default

/** What the services that show links ask for. */
export const previewSize = { width: 1_200, height: 630 } as const
const { width, height } = previewSize
const imageWidth = 504
const text = { left: 560, width: 580 }
const [ink, soft, brand] = [oklch(0.235, 0.022, 35), oklch(0.4, 0.022, 45), oklch(0.48, 0.165, 22)]

export interface PreviewParts {
  character: Pick<SharedCharacter, 'name' | 'description' | 'category'>
  siteName: string
  /** A stored image, the SVG of a built-in portrait, or nothing. */
  image: Uint8Array | string | null
}

/** Draws a character as on its poster: image, category, name, the first sentences, and the name of the site. */
export async function drawLinkPreview(sharp: Sharp, { character, siteName, image }: PreviewParts): Promise<Uint8Array> {
  const fonts = path.resolve('dist/preview-fonts/fonts.conf')
  // Read when the first text is drawn.
  if (existsSync(fonts)) process.env.FONTCONFIG_FILE = fonts
  const write = async (words: string, color: string, options: object) => {
    const plain = drawableText(words)
    if (plain === '') return null
    const markup = `<span foreground="${color}">${escapeHtml(plain)}</span>`
    return sharp({ text: { text: markup, rgba: true, ...options } })
      .png()
      .toBuffer({ resolveWithObject: true })
  }
  const set = (words: string, color: string, font: string) =>
    write(words, color, { font, dpi: 72, width: text.width, wrap: 'word-char', spacing: 6 })
  const { name, description, category } = character
  const heading = await set(name, ink, 'Fraunces 76')
  const lines = [
    await set(category, soft, 'Instrument Sans 26'),
    heading && heading.info.height > nameHeight
      ? await write(name, ink, { font: 'Fraunces', width: text.width, height: nameHeight })
      : heading,
    await set(excerpt(description, 150), soft, 'Instrument Sans 30'),
  ].filter((line) => line !== null)
  const gap = 32
  const linesHeight = lines.reduce((sum, { info }) => sum + info.height + gap, -gap)
  let top = Math.max(60, Math.round((height - 80 - linesHeight) / 2))
  const placed = lines.map(({ data, info }) => {
    const at = { input: data, left: text.left, top }
    top += info.height + gap
    return at
  })
  const site = await set(siteName, brand, 'Fraunces 34')
  const picture = image === null ? await write(initials(name), soft, { font: 'Fraunces 220', dpi: 72 }) : null
  return sharp(Buffer.from(background(hueOf(category))))
    .composite([
      ...(image === null ? [] : [await placeImage(sharp, image)]),
      ...(picture ? [{ input: picture.data, ...centered(picture.info) }] : []),
      ...placed,
      ...(site ? [{ input: site.data, left: text.left, top: height - 56 - site.info.height }] : []),
    ])
    .jpeg({ quality: 86, chromaSubsampling: '4:4:4' })
    .toBuffer()
}

/** Of the name: what is longer is written smaller. */
const nameHeight = 180

const centered = (info: { width: number; height: number }) => ({
  left: Math.max(0, Math.round((imageWidth - info.width) / 2)),
  top: Math.max(0, Math.round((height - info.height) / 2)),
})

/** A stored image covers its side, a portrait stands on the ground. */
async function placeImage(sharp: Sharp, image: Uint8Array | string) {
  if (typeof image !== 'string') {
    const input = await sharp(image).resize(imageWidth, height, { fit: 'cover', position: 'top' }).png().toBuffer()
    return { input, left: 0, top: 0 }
  }
  const side = 540
  const drawn = await sharp(Buffer.from(image), { density: 144 }).resize(side, side).png().toBuffer()
  // Its lowest part is below the edge.
  const [left, top] = [Math.max(0, Math.round((imageWidth + 40 - side) / 2)), height - side + 22]
  const input = await sharp(drawn)
    .extract({ left: 0, top: 0, width: side, height: height - top })
    .png()
    .toBuffer()
  return { input, left, top }
}

/** As `.poster` in the light theme. */
const background = (hue: number) => `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<radialGradient id="g" gradientUnits="userSpaceOnUse" r="1" cx="0" cy="0" gradientTransform="translate(${width / 2} ${height * 1.12}) scale(${width * 1.2} ${height * 0.95})">
<stop stop-color="${oklch(0.955, 0.03, 85)}"/><stop offset="0.78" stop-color="${oklch(0.865, 0.042, hue)}"/></radialGradient>
<rect width="${width}" height="${height}" fill="url(#g)"/></svg>`

/** A colour of the client's stylesheets as sRGB, which is all that the library knows of. */
function oklch(lightness: number, chroma: number, hue: number): string {
  const angle = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  const toByte = (light: number) => {
    const value = light <= 0.0031308 ? 12.92 * light : 1.055 * light ** (1 / 2.4) - 0.055
    return Math.round(255 * Math.min(1, Math.max(0, value)))
  }
  return `#${linear.map((light) => toByte(light).toString(16).padStart(2, '0')).join('')}`
}
