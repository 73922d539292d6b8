import { addressOf, fetchOk } from '#client/lib/http.ts'
import type { CardPreview } from '#shared/character-cards.ts'

export async function previewCard(file: Blob): Promise<CardPreview> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetchOk(addressOf('POST /api/characters/import'), { method: 'POST', headers, body: file })
  return (await response.json()) as CardPreview
}
