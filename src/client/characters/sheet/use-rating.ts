import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { Character, CharacterSummary, OwnRating } from '#shared/characters.ts'
import { characterKeys } from '../api.ts'
import type { GalleryPage } from '../gallery-prefetch.ts'

/** The user's own rating of a character. Changes are optimistic and rolled back on errors. */
export function useRating(characterId: string) {
  const queryClient = useQueryClient()
  const key = [...characterKeys.one(characterId), 'rating']
  const own = useQuery<OwnRating>({ queryKey: key })
  const rating = useMutation({
    // Mutations of one scope run serially, so that the last choice wins.
    scope: { id: `rating-${characterId}` },
    mutationFn: (stars: number) =>
      sendJson<Character>('PUT', `/api/characters/${encodeURIComponent(characterId)}/rating`, { stars }),
    onMutate: async (stars) => {
      await queryClient.cancelQueries({ queryKey: key })
      const before = queryClient.getQueryData<OwnRating>(key)
      queryClient.setQueryData<OwnRating>(key, { stars })
      return { before }
    },
    onError: (error, _stars, undo) => {
      queryClient.setQueryData<OwnRating>(key, undo?.before ?? { stars: null })
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
  queryClient.setQueryData<Character>(characterKeys.one(id), (cached) => cached && withRating(cached))
  queryClient.setQueriesData<InfiniteData<GalleryPage> | CharacterSummary[]>(
    { queryKey: characterKeys.public },
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
