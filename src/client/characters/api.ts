import { useQuery } from '@tanstack/react-query'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { call, callForPage } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf, thenReload, usePages } from '#client/lib/query-client.ts'
import type { RequestOf } from '#shared/api.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { type GalleryFilters, galleryQuery } from './gallery-path.ts'

/** One character with its definition: every field for its author, the public ones for others. */
export const characterOf = (id: string) => queryOf('GET /api/characters/:id', { params: { id } })

export const useGallery = (filters: GalleryFilters = {}) =>
  usePages('GET /api/characters/public', galleryQuery(filters), { around: withAdultConfirmation })

/** The user's own characters: all pages, of which most users have one. */
export const ownCharactersQuery = {
  queryKey: ['GET /api/characters'],
  async queryFn({ signal }: { signal: AbortSignal }): Promise<CharacterSummary[]> {
    const characters: CharacterSummary[] = []
    let cursor: string | undefined
    do {
      const { page, nextCursor } = await callForPage('GET /api/characters', { query: { cursor }, signal })
      characters.push(...page)
      cursor = nextCursor ?? undefined
    } while (cursor)
    return characters
  },
}

export function useOwnCharacters() {
  return useQuery(ownCharactersQuery)
}

export function useCharacter(id: string | null) {
  return useQuery({ ...characterOf(id ?? ''), enabled: id !== null && id !== '' })
}

const lists = ['GET /api/characters', 'GET /api/characters/public'] as const

export async function saveCharacter(body: RequestOf<'POST /api/characters'>['body']) {
  const saved = await call('POST /api/characters', { body })
  queryClient.setQueryData(characterOf(saved.id).queryKey, saved)
  await invalidate(...lists)
  return saved
}

export const deleteCharacter = (id: string) =>
  thenReload(call('DELETE /api/characters/:id', { params: { id } }), ...lists)

export const restoreCharacter = (id: string) =>
  thenReload(call('POST /api/characters/:id/restore', { params: { id } }), ...lists)
