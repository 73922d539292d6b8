import type { ImageProvider } from '#server/providers/images/provider.ts'
import type { FileStorage } from '#server/providers/storage/provider.ts'
import type { Darkroom } from './darkroom.ts'

/** What pictures need beside the context. */
export interface Pictures {
  darkroom: Darkroom
  storage: FileStorage
  illustrator: ImageProvider
}

export function fileNameOf(imageId: string): string {
  return `${imageId}.webp`
}
