import { type ImageConnection, ImageConnectionRequest, type ImageConnectionResponse } from '#shared/images.ts'

export type ImageServiceChoice = ImageConnectionResponse['services'][number]

/** The form's values. */
export interface ImageValues {
  service: string
  baseUrl: string
  /** Empty: the stored key stays. */
  apiKey: string
  model: string
  size: string
}

export function toValues({ service, baseUrl, model, size }: ImageConnection): ImageValues {
  return { service, baseUrl, apiKey: '', model: model ?? '', size: String(size) }
}

export function presetValues({ id, baseUrl, defaultModel, defaultSize }: ImageServiceChoice): ImageValues {
  return { service: id, baseUrl, apiKey: '', model: defaultModel ?? '', size: String(defaultSize) }
}

/** The request, or the first problem of each field. */
export function parseValues(
  values: ImageValues,
): { request: ImageConnectionRequest } | { problems: [keyof ImageValues, string][] } {
  const { service, baseUrl, apiKey, model, size } = values
  const key = apiKey.trim() === '' ? {} : { apiKey }
  const parsed = ImageConnectionRequest.safeParse({
    service,
    baseUrl,
    model: model.trim() || null,
    size: Number(size),
    ...key,
  })
  if (parsed.success) return { request: parsed.data }
  return { problems: parsed.error.issues.map(({ path, message }) => [path[0] as keyof ImageValues, message]) }
}
