import { z } from 'zod'
import { isBlank } from '#engine/is-blank.ts'
import { type ImageConnection, ImageConnectionRequest, type ImageConnectionResponse } from '#shared/images.ts'

export type ImageServiceChoice = ImageConnectionResponse['services'][number]

export interface ImageValues {
  service: string
  baseUrl: string
  /** Empty: the stored key stays. */
  apiKey: string
  model: string
  size: string
  /** Of the connection that is edited; 0 for none. */
  updatedAt: number
}

export function toValues({ service, baseUrl, model, size, updatedAt }: ImageConnection): ImageValues {
  return { service, baseUrl, apiKey: '', model: model ?? '', size: String(size), updatedAt }
}

export function presetValues({ id, baseUrl, defaultModel, defaultSize }: ImageServiceChoice): ImageValues {
  return { service: id, baseUrl, apiKey: '', model: defaultModel ?? '', size: String(defaultSize), updatedAt: 0 }
}

export const ImageFields = z
  .custom<ImageValues>()
  .transform(
    ({ service, baseUrl, apiKey, model, size, updatedAt }): z.input<typeof ImageConnectionRequest> => ({
      service,
      baseUrl,
      model: model.trim() || null,
      size: Number(size) as ImageConnectionRequest['size'],
      updatedAt,
      ...(isBlank(apiKey) ? {} : { apiKey }),
    }),
  )
  .pipe(ImageConnectionRequest)
