import { useMutation, useQuery } from '@tanstack/react-query'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { call, callForPage } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf, useChange, usePages } from '#client/lib/query-client.ts'
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

export function useSaveCharacter() {
  return useMutation({
    mutationFn: (body: RequestOf<'POST /api/characters'>['body']) => call('POST /api/characters', { body }),
    onSuccess: (saved) => {
      queryClient.setQueryData(characterOf(saved.id).queryKey, saved)
      return invalidate(...lists)
    },
  })
}

export const useDeleteCharacter = () =>
  useChange((id: string) => call('DELETE /api/characters/:id', { params: { id } }), ...lists)

export const useRestoreCharacter = () =>
  useChange((id: string) => call('POST /api/characters/:id/restore', { params: { id } }), ...lists)
