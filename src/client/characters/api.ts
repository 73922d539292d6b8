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
import { nextCursorHeader } from '#shared/character-terms.ts'
import type { Character, CharacterSummary, OwnCharacter, SaveCharacterRequest } from '#shared/characters.ts'
import { type GalleryFilters, galleryPath } from './gallery-path.ts'
import { fetchGalleryPage, type GalleryPage, takeArrivedGallery, takePrefetchedGallery } from './gallery-prefetch.ts'

export const characterKeys = {
  own: ['/api/characters'],
  one: (id: string) => ['/api/characters', id],
  public: ['/api/characters', 'public'],
  gallery: (filters: GalleryFilters) => ['/api/characters', 'public', filters],
} as const

/** The public characters, page by page. */
export function useGallery(filters: GalleryFilters = {}) {
  return useInfiniteQuery<GalleryPage, Error, InfiniteData<GalleryPage>, readonly unknown[], string | null>({
    queryKey: characterKeys.gallery(filters),
    queryFn: ({ pageParam, signal }) => loadGalleryPage(galleryPath(filters, pageParam), signal),
    initialData: () => {
      const page = takeArrivedGallery(galleryPath(filters, null))
      return page && { pages: [page], pageParams: [null] }
    },
    initialPageParam: null,
    getNextPageParam: (page) => page.nextCursor,
  })
}

async function loadGalleryPage(path: string, signal: AbortSignal) {
  return withAdultConfirmation(() => takePrefetchedGallery(path) ?? fetchGalleryPage(path, signal))
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

/** The key of a query that reads the gallery by its address. */
const publicPath = '/api/characters/public?'

/** Cached lists never go stale by themselves (lib/query-client.ts). */
async function invalidateLists(queryClient: QueryClient) {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: characterKeys.own, exact: true }),
    queryClient.invalidateQueries({ queryKey: characterKeys.public }),
    queryClient.invalidateQueries({ predicate: ({ queryKey: [path] }) => String(path).startsWith(publicPath) }),
  ])
}
