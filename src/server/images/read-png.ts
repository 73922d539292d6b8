import { buffer } from 'node:stream/consumers'
import { type ImageDeps, storedFileOf } from './image-deps.ts'

/** The image of a character as a PNG, for a file that carries its card; a plain one where it has none. */
export async function readPng(images: ImageDeps, avatar: string): Promise<Uint8Array> {
  return images.imageProcessor.drawPng(await readImage(images, avatar))
}

/** A stored image, or the SVG of a built-in portrait; null where there is none. */
export async function readImage({ storage }: ImageDeps, avatar: string): Promise<Uint8Array | string | null> {
  const portrait = /^\/portraits\/([a-z0-9-]{1,64})\.svg$/.exec(avatar)?.[1]
  if (portrait !== undefined) {
    const { drawPortrait } = await import('./portraits/portrait.ts')
    return drawPortrait(portrait)
  }
  const fileName = storedFileOf(avatar)
  const file = fileName === undefined ? null : await storage.open(fileName)
  return file && (await buffer(file.stream))
}
