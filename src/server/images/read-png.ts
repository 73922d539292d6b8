import { buffer } from 'node:stream/consumers'
import { type ImageDeps, storedFileOf } from './image-deps.ts'
import { parsePortraitFile } from './portraits/portrait-file.ts'

/** The image of a character as a PNG, for a file that carries its card; a plain one where it has none. */
export async function readPng(images: ImageDeps, avatar: string): Promise<Uint8Array> {
  return images.imageProcessor.drawPng(await readImage(images, avatar))
}

/** A stored image, or the SVG of a built-in portrait; null where there is none. */
export async function readImage(images: ImageDeps, avatar: string): Promise<Uint8Array | string | null> {
  const portrait = avatar.startsWith('/portraits/') && parsePortraitFile(avatar.slice('/portraits/'.length))
  if (!portrait) return readStored(images, avatar)
  const { drawPortrait } = await import('./portraits/portrait.ts')
  return drawPortrait(portrait.name, portrait.expression)
}

/** The stored image at this address; null where there is none. */
export async function readStored({ storage }: Pick<ImageDeps, 'storage'>, address: string): Promise<Uint8Array | null> {
  const fileName = storedFileOf(address)
  const file = fileName === undefined ? null : await storage.open(fileName)
  return file && (await buffer(file.stream))
}
