import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { fetchOk, sendJson } from '#client/lib/http.ts'
import { type Category, type GallerySort, nextCursorHeader } from '#shared/character-terms.ts'
import type { Character, CharacterSummary, OwnCharacter, SaveCharacterRequest } from '#shared/characters.ts'
import type { ContentRating } from '#shared/entitlements.ts'

export const characterKeys = {
  own: ['/api/characters'],
  one: (id: string) => ['/api/characters', id],
  public: ['/api/characters', 'public'],
  gallery: (filters: GalleryFilters) => ['/api/characters', 'public', filters],
} as const

export interface GalleryFilters {
  search?: string
  category?: Category
  contentRating?: ContentRating
  sort?: GallerySort
  limit?: number
}

export interface GalleryPage {
  characters: CharacterSummary[]
  nextCursor: string | null
}

/** The public characters, page by page. */
export function useGallery(filters: GalleryFilters = {}) {
  return useInfiniteQuery<GalleryPage, Error, InfiniteData<GalleryPage>, readonly unknown[], string | null>({
    queryKey: characterKeys.gallery(filters),
    queryFn: ({ pageParam, signal }) => fetchGalleryPage(filters, pageParam, signal),
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

async function fetchGalleryPage(filters: GalleryFilters, cursor: string | null, signal: AbortSignal) {
  const response = await withAdultConfirmation(() => fetchOk(galleryPath(filters, cursor), { signal }))
  const characters = (await response.json()) as CharacterSummary[]
  return { characters, nextCursor: response.headers.get(nextCursorHeader) }
}

/** Fills whole rows in two, three and four columns, and more than one screen. */
const pageSize = 24

export function galleryPath(filters: GalleryFilters, cursor: string | null): string {
  const query = new URLSearchParams()
  if (filters.search) query.set('search', filters.search)
  if (filters.category) query.set('category', filters.category)
  if (filters.contentRating) query.set('contentRating', filters.contentRating)
  if (filters.sort) query.set('sort', filters.sort)
  query.set('limit', String(filters.limit ?? pageSize))
  if (cursor) query.set('cursor', cursor)
  return `/api/characters/public?${query}`
}

/** The user's own characters: all pages, of which most users have one. */
export const ownCharactersQuery = {
  queryKey: characterKeys.own,
  async queryFn({ signal }: { signal: AbortSignal }): Promise<CharacterSummary[]> {
    const characters: CharacterSummary[] = []
    let path = '/api/characters'
    for (;;) {
      const response = await fetchOk(path, { signal })
      characters.push(...((await response.json()) as CharacterSummary[]))
      const cursor = response.headers.get(nextCursorHeader)
      if (!cursor) return characters
      path = `/api/characters?${new URLSearchParams({ cursor })}`
    }
  },
}

export function useOwnCharacters() {
  return useQuery(ownCharactersQuery)
}

/** One character with its definition: every field for its author, the public ones for others. */
export function useCharacter(id: string | null) {
  return useQuery<Character | OwnCharacter>({
    queryKey: characterKeys.one(id ?? ''),
    enabled: id !== null && id !== '',
  })
}

export function useSaveCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (character: SaveCharacterRequest) => sendJson<OwnCharacter>('POST', '/api/characters', character),
    onSuccess: (saved) => {
      queryClient.setQueryData(characterKeys.one(saved.id), saved)
      return invalidateLists(queryClient)
    },
  })
}

export function useDeleteCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendJson<void>('DELETE', `/api/characters/${encodeURIComponent(id)}`),
    onSuccess: () => invalidateLists(queryClient),
  })
}

export function useRestoreCharacter() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => sendJson<unknown>('POST', `/api/characters/${encodeURIComponent(id)}/restore`),
    onSuccess: () => invalidateLists(queryClient),
  })
}

/** Cached lists never go stale by themselves (lib/query-client.ts). */
async function invalidateLists(queryClient: QueryClient) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: characterKeys.own, exact: true }),
    queryClient.invalidateQueries({ queryKey: characterKeys.public }),
  ])
}
