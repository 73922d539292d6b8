import type { ImageConnection } from '#shared/images.ts'
import type { ColumnsOf } from './columns-of.ts'

export interface ImageTables {
  images: ImagesTable
  generated_pictures: GeneratedImagesTable
  image_connection: ImageConnectionTable
}

export interface ImagesTable {
  /** The file's name without its extension. */
  id: string
  /** Null once the account is deleted; the sweep then deletes the image. */
  owner_id: string | null
  bytes: number
  created_at: number
}

/** The newest images that an account generated: files of `images`, and portraits of the built-in illustrator. */
export interface GeneratedImagesTable {
  id: string
  owner_id: string
  url: string
  prompt: string
  created_at: number
}

/** The image generator that an admin has connected: one row with the id 1, or none for the built-in illustrator. */
export interface ImageConnectionTable
  extends ColumnsOf<Omit<ImageConnection, 'serviceLabel' | 'hasKey' | 'isKeyUnreadable'>> {
  id: number
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
}
