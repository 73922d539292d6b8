import pLimit, { type LimitFunction } from 'p-limit'
import type { Context } from '#server/core/context.ts'
import type { ImageProvider } from '#server/providers/images/provider.ts'
import { createFileStorage } from '#server/providers/storage/index.ts'
import type { FileStorage } from '#server/providers/storage/provider.ts'
import { ImageProcessor } from './image-processor.ts'

/** What picture operations need besides the context. */
export interface PictureDeps {
  imageProcessor: ImageProcessor
  storage: FileStorage
  /** Bounds the requests to an image service that run at once: each may hold a picture until it is stored. */
  generations: LimitFunction
  /** The connected generator. The caller closes it. */
  selectProvider: () => Promise<ImageProvider>
}

/** Requests to an image service: how many run at once, and how many there may be with those that wait. */
export const generationLimits = { running: 8, all: 32 } as const

export function createPictureDeps(
  context: Context,
  { selectProvider }: Pick<PictureDeps, 'selectProvider'>,
): PictureDeps {
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

/** The address of a picture, and how characters and personas refer to it. */
export function pictureUrl(imageId: string): string {
  return `/files/${fileNameOf(imageId)}`
}
