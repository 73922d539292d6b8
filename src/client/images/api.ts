import { fetchOk, sendJson } from '#client/lib/http.ts'
import type { GenerateImageRequest, ImageResponse } from '#shared/images.ts'

/** Generates a picture from a prompt. */
export function generateImage(prompt: string): Promise<ImageResponse> {
  return sendJson('POST', '/api/generate-image', { prompt } satisfies GenerateImageRequest)
}

/** Uploads a picture. Returns its URL. */
export async function uploadImage(picture: Blob): Promise<ImageResponse> {
  const form = new FormData()
  form.append('file', picture, 'picture')
  const response = await fetchOk('/api/images', { method: 'POST', body: form })
  return (await response.json()) as ImageResponse
}
