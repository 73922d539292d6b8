import { useGallery, useOwnCharacters } from '#client/characters/api.ts'
import type { CharacterSummary } from '#shared/characters.ts'

/** The characters a user can chat with: their own first, then the gallery's most popular, each once. */
export function useChatPartners() {
  const own = useOwnCharacters()
  const gallery = useGallery()
  const mine: CharacterSummary[] = own.data ?? []
  const known = new Set(mine.map((character) => character.id))
  const others = (gallery.data?.pages.flatMap(({ page }) => page) ?? []).filter(({ id }) => !known.has(id))
  const retry = () => {
    void own.refetch()
    void gallery.refetch()
  }
  return { mine, others, isPending: own.isPending || gallery.isPending, error: own.error ?? gallery.error, retry }
}
