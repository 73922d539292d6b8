import { characterPath } from '#client/lib/paths.ts'
import { copyText } from '#client/ui/copy-button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { CharacterSummary } from '#shared/characters.ts'

/** Shares the address of a character: on phones with an app, elsewhere by copying it. */
export async function shareCharacter({
  id,
  name,
  contentRating,
}: Pick<CharacterSummary, 'id' | 'name' | 'contentRating'>): Promise<void> {
  const url = new URL(characterPath(id), window.location.origin).href
  if ('share' in navigator && window.matchMedia('(pointer: coarse)').matches) {
    // Rejects when the user closes the list of apps.
    await navigator.share({ title: name, url }).catch(() => {})
    return
  }
  const description =
    contentRating === 'general'
      ? `Everyone with the link can see ${name}.`
      : `Only people who can open ${contentRating} characters see ${name}.`
  if (await copyText(url)) toast({ title: 'Link copied', description })
}
