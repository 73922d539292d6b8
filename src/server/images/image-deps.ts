import pLimit, { type LimitFunction } from 'p-limit'
import type { Context } from '#server/core/context.ts'
import type { ImageProvider } from '#server/providers/images/provider.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import type { FileStorage } from '#server/providers/storage/provider.ts'
import { ImageProcessor } from './image-processor.ts'

/** What image operations need besides the context. */
export interface ImageDeps {
  imageProcessor: ImageProcessor
  storage: FileStorage
  /** Bounds the requests to an image service that run at once: each may hold an image until it is stored. */
  generations: LimitFunction
  /** The connected generator. The caller closes it. */
  selectProvider: () => Promise<ImageProvider>
}

/** Requests to an image service: how many run at once, and how many there may be with those that wait. */
export const generationLimits = { running: 8, all: 32 } as const

export function createImageDeps(context: Context, { selectProvider }: Pick<ImageDeps, 'selectProvider'>): ImageDeps {
  return {
    imageProcessor: new ImageProcessor(),
    storage: createFileStorage(context.env),
    generations: pLimit(generationLimits.running),
    selectProvider,
  }
}

export function fileNameOf(imageId: string): string {
  return `${imageId}.webp`
}

/** The address of an image, and how characters and personas refer to it. */
export function imageUrl(imageId: string): string {
  return `/files/${fileNameOf(imageId)}`
}

/** The name of the stored file at this address; undefined for another image. */
export const storedFileOf = (address: string): string | undefined =>
  /^\/files\/([0-9a-f-]{36}\.webp)$/.exec(address)?.[1]
