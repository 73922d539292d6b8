import { uploadImage } from '#client/images/api.ts'
import { addressOf, errorText, fetchOk } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import { waitingFiles } from '../use-card-import.ts'
import { type CreatorDraft, createCreatorDrafts } from './creator-drafts.ts'
import { blankCharacter, unchosenRating } from './creator-values.ts'

const draftsOf = (userId: string) => createCreatorDrafts(() => localStorage, userId)

/** Whether the creator has a new character that was not saved. */
export const hasUnsavedCharacter = (userId: string) => draftsOf(userId).read(null) !== null

/** Makes the first of the waiting files that is a card the new character of the creator. False if none is. */
export async function openNextCard(userId: string): Promise<boolean> {
  for (;;) {
    const [file, ...files] = waitingFiles.getState().files
    if (!file) return false
    waitingFiles.setState({ files })
    try {
      const draft = await importFile(file)
      if (draftsOf(userId).save(null, draft)) return true
      toastError('This browser has no room to hold the card. Free some of its storage, then try again.')
      return false
    } catch (error) {
      toastError(error, { title: `${file.name} was not imported`, fallback: 'The file could not be read.' })
    }
  }
}

async function importFile(file: File): Promise<CreatorDraft> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetchOk(addressOf('POST /api/characters/import'), { method: 'POST', headers, body: file })
  const { fields, ...card } = (await response.json()) as CardPreview
  const { avatar, problem } = await takeImage(file)
  const notes = problem === '' ? card.notes : [...card.notes, `The picture was not taken: ${problem}`]
  const values = { ...blankCharacter, ...fields, avatar, contentRating: unchosenRating, isPublic: false }
  return { values, template: null, imported: { ...card, notes } }
}

/** The image that a card is in becomes that of the character. */
async function takeImage(file: File): Promise<{ avatar: string; problem: string }> {
  if (!file.type.startsWith('image/')) return { avatar: '', problem: '' }
  try {
    return { avatar: (await uploadImage(file)).url, problem: '' }
  } catch (error) {
    return { avatar: '', problem: errorText(error) }
  }
}
