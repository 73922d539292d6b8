import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { Character, CharacterSummary } from '#shared/characters.ts'
import { characterOf } from '../api.ts'
import type { GalleryPage } from '../gallery-prefetch.ts'

/** The user's own rating of a character. Changes are optimistic and rolled back on errors. */
export function useRating(characterId: string) {
  const queryClient = useQueryClient()
  const params = { id: characterId }
  const query = queryOf('GET /api/characters/:id/rating', { params })
  const { queryKey } = query
  const own = useQuery(query)
  const rating = useMutation({
    // Mutations of one scope run serially, so that the last choice wins.
    scope: { id: `rating-${characterId}` },
    mutationFn: (stars: number) => call('PUT /api/characters/:id/rating', { params, body: { stars } }),
    onMutate: async (stars) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      queryClient.setQueryData(queryKey, { stars })
      return { before }
    },
    onError: (error, _stars, undo) => {
      queryClient.setQueryData(queryKey, undo?.before ?? { stars: null })
      toastError(error, { title: 'Rating not saved', fallback: 'Please try again.' })
    },
    onSuccess: (character) => updateCachedRating(queryClient, character),
  })
  return { stars: own.data?.stars ?? null, isKnown: own.isSuccess, rate: rating.mutate }
}

/** Updates the average rating in all cached queries. */
function updateCachedRating(queryClient: QueryClient, { id, rating }: Character) {
  const withRating = <T extends CharacterSummary>(character: T): T =>
    character.id === id ? { ...character, rating } : character
  queryClient.setQueryData(characterOf(id).queryKey, (cached) => cached && withRating(cached))
  queryClient.setQueriesData<InfiniteData<GalleryPage> | CharacterSummary[]>(
    { queryKey: ['GET /api/characters/public'] },
    (cached) => {
      if (!cached) return cached
      if (Array.isArray(cached)) return cached.map(withRating)
      return {
        ...cached,
        pages: cached.pages.map((page) => ({ ...page, characters: page.characters.map(withRating) })),
      }
    },
  )
}
