import { type InfiniteData, type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { sendJson } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { Character, CharacterSummary, OwnRating } from '#shared/characters.ts'
import { characterKeys, type GalleryPage } from '../api.ts'

/** The player's own stars for a character. A change shows at once and is taken back if the server does not take it. */
export function useRating(characterId: string) {
  const client = useQueryClient()
  const key = [...characterKeys.one(characterId), 'rating']
  const own = useQuery<OwnRating>({ queryKey: key })
  const rating = useMutation({
    // One after the other, so that the last star pressed is the one that stays.
    scope: { id: `rating-${characterId}` },
    mutationFn: (stars: number) =>
      sendJson<Character>('PUT', `/api/characters/${encodeURIComponent(characterId)}/rating`, { stars }),
    onMutate: async (stars) => {
      await client.cancelQueries({ queryKey: key })
      const before = client.getQueryData<OwnRating>(key)
      client.setQueryData<OwnRating>(key, { stars })
      return { before }
    },
    onError: (_error, _stars, undo) => {
      client.setQueryData<OwnRating>(key, undo?.before ?? { stars: null })
      toast({ variant: 'destructive', title: 'Not rated', description: 'Your stars were not saved. Please try again.' })
    },
    onSuccess: (character) => showRating(client, character),
  })
  return { stars: own.data?.stars ?? null, isKnown: own.isSuccess, rate: rating.mutate }
}

/** Wherever the character is on show, its figure is the new one. */
function showRating(client: QueryClient, { id, rating }: Character) {
  const rated = <T extends CharacterSummary>(character: T): T =>
    character.id === id ? { ...character, rating } : character
  client.setQueryData<Character>(characterKeys.one(id), (known) => known && rated(known))
  client.setQueriesData<InfiniteData<GalleryPage> | CharacterSummary[]>({ queryKey: characterKeys.public }, (known) => {
    if (!known) return known
    if (Array.isArray(known)) return known.map(rated)
    return { ...known, pages: known.pages.map((page) => ({ ...page, characters: page.characters.map(rated) })) }
  })
}
