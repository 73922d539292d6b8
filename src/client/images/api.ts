import { useQuery } from '@tanstack/react-query'
import { createParser } from 'eventsource-parser'
import { addressOf, fetchOk, HttpError } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { ImageEvents, ImageResponse } from '#shared/images.ts'

/** Which generator draws, and what the user has generated. For accounts that may generate images. */
export const useGenerated = (enabled = true) =>
  useQuery({ ...queryOf('GET /api/images/generated'), staleTime: 0, enabled })

interface GenerateOptions {
  /** Aborting it cancels the image on the server too. */
  signal: AbortSignal
  /** Called with the finished part, from 0 to 1, where the generator reports it. */
  onProgress: (progress: number) => void
}

export async function generateImage(prompt: string, { signal, onProgress }: GenerateOptions): Promise<ImageResponse> {
  const response = await fetchOk(addressOf('POST /api/generate-image'), {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream, application/json' },
    body: JSON.stringify({ prompt }),
    signal,
  })
  if (response.headers.get('content-type')?.startsWith('application/json')) {
    return (await response.json()) as ImageResponse
  }
  return readImage(response, onProgress)
}

/** Reads the events up to the image or the error. */
export async function readImage(response: Response, onProgress: (progress: number) => void): Promise<ImageResponse> {
  let image: ImageResponse | null = null
  const parser = createParser({
    onEvent({ event, data }) {
      const value: unknown = JSON.parse(data)
      if (event === 'progress') onProgress((value as ImageEvents['progress']).progress)
      else if (event === 'done') image = value as ImageEvents['done']
      else if (event === 'error') throw new HttpError(502, data)
    },
  })
  const decoder = new TextDecoder()
  for (const reader = response.body?.getReader(); reader; ) {
    const { value, done } = await reader.read()
    if (value) parser.feed(decoder.decode(value, { stream: true }))
    if (done) break
  }
  if (image === null) throw new TypeError('The connection ended before the picture came.')
  return image
}

export async function uploadImage(image: Blob): Promise<ImageResponse> {
  const form = new FormData()
  form.append('file', image, 'picture')
  const response = await fetchOk(addressOf('POST /api/images'), { method: 'POST', body: form })
  return (await response.json()) as ImageResponse
}

/** Types of pictures that can be uploaded. */
export const imageTypes = ['image/png', 'image/jpeg', 'image/webp']

/** The title of what goes wrong with an image from the device. */
export const uploadFailed = 'Upload Failed'
