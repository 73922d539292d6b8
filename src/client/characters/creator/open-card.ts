import { uploadImage } from '#client/images/api.ts'
import { errorText } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { AccountType } from '#shared/accounts.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import { blankFields } from '#shared/characters.ts'
import type { ContentRating } from '#shared/entitlements.ts'
import { type CreatorDraft, createCreatorDrafts } from './creator-drafts.ts'
import { normalizeValues, unchosenRating } from './creator-values.ts'

const draftsOf = (userId: string) => createCreatorDrafts(() => localStorage, userId)

/** Whether the creator has a new character that was not saved. */
export const hasUnsavedCharacter = (userId: string) => draftsOf(userId).read(null) !== null

/** Makes a card the new character of the creator. False if the browser has no room for it. */
export async function openCard(userId: string, file: File, preview: CardPreview): Promise<boolean> {
  const isSaved = draftsOf(userId).save(null, await createDraft(file, preview))
  if (!isSaved) toastError('This browser has no room to hold the card. Free some of its storage, then try again.')
  return isSaved
}

/** The request that saves the character of a card, for its author only. */
export async function readRequest(
  accountType: AccountType,
  { file, preview, rating }: { file: File; preview: CardPreview; rating: ContentRating },
) {
  const { values } = await createDraft(file, preview)
  const { card, cardFile } = preview
  return {
    ...normalizeValues({ ...values, contentRating: rating }, accountType),
    card,
    cardFile: cardFile ?? undefined,
  }
}

async function createDraft(file: File, { fields, icon, ...card }: CardPreview): Promise<CreatorDraft> {
  const { avatar, problem } = await takeImage(file, icon)
  const notes = problem === '' ? card.notes : [...card.notes, `The picture was not taken: ${problem}`]
  const values = { ...blankFields, ...fields, avatar, contentRating: unchosenRating, isPublic: false }
  return { values, template: null, imported: { ...card, notes } }
}

/** The icon of a card becomes the image of the character: one of its files, or the image that it is in. */
async function takeImage(file: File, icon: string | null): Promise<{ avatar: string; problem: string }> {
  if (!icon && !/^image\/a?png$/.test(file.type)) return { avatar: '', problem: '' }
  try {
    const image = icon ? new Blob([Uint8Array.from(atob(icon), (byte) => byte.charCodeAt(0))]) : file
    return { avatar: (await uploadImage(image)).url, problem: '' }
  } catch (error) {
    return { avatar: '', problem: errorText(error) }
  }
}
