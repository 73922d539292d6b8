import type { LimitFunction } from 'p-limit'
import type { ImageProvider } from '#server/providers/images/provider.ts'
import type { FileStorage } from '#server/providers/storage/provider.ts'
import type { ImageProcessor } from './image-processor.ts'

/** What picture operations need besides the context. */
export interface PictureDeps {
  imageProcessor: ImageProcessor
  storage: FileStorage
  /** Bounds the requests to an image service that run at once: each may hold a picture until it is stored. */
  generations: LimitFunction
  /** The connected generator. The caller closes it. */
  selectProvider: () => Promise<ImageProvider>
}

export function fileNameOf(imageId: string): string {
  return `${imageId}.webp`
}

/** The address of a picture, and how characters and personas refer to it. */
export function pictureUrl(imageId: string): string {
  return `/files/${fileNameOf(imageId)}`
}
