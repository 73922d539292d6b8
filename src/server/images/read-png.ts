import { buffer } from 'node:stream/consumers'
import { type ImageDeps, storedFileOf } from './image-deps.ts'

/** The image of a character as a PNG, for a file that carries its card; a plain one where it has none. */
export async function readPng({ imageProcessor, storage }: ImageDeps, avatar: string): Promise<Uint8Array> {
  const portrait = /^\/portraits\/([a-z0-9-]{1,64})\.svg$/.exec(avatar)?.[1]
  if (portrait !== undefined) {
    const { drawPortrait } = await import('./portraits/portrait.ts')
    return imageProcessor.drawPng(drawPortrait(portrait))
  }
  const fileName = storedFileOf(avatar)
  const file = fileName === undefined ? null : await storage.open(fileName)
  return imageProcessor.drawPng(file && (await buffer(file.stream)))
}
