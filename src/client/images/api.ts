import { fetchOk, sendJson } from '#client/lib/http.ts'
import type { GenerateImageRequest, ImageResponse } from '#shared/images.ts'

/** Has the illustrator draw what the prompt describes. */
export function generateImage(prompt: string): Promise<ImageResponse> {
  return sendJson('POST', '/api/generate-image', { prompt } satisfies GenerateImageRequest)
}

/** Sends a picture up; the answer is the address it is kept at. */
export async function uploadImage(picture: Blob): Promise<ImageResponse> {
  const form = new FormData()
  form.append('file', picture, 'picture')
  const response = await fetchOk('/api/images', { method: 'POST', body: form })
  return (await response.json()) as ImageResponse
}
