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
export interface ImageConnectionTable {
  id: number
  /** An id of providers/images/index.ts. */
  service: string
  base_url: string
  /** See core/secret-box.ts; null without a key. */
  encrypted_key: string | null
  /** Null: what the service uses by itself. */
  model: string | null
  /** Of both sides, in pixels. */
  size: number
  updated_at: number
}
