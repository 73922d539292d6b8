import { uploadImage } from '#client/images/api.ts'
import { errorText } from '#client/lib/http.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { previewCard } from '../preview-card.ts'
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
  const { fields, icon, ...card } = await previewCard(file)
  const { avatar, problem } = await takeImage(file, icon)
  const notes = problem === '' ? card.notes : [...card.notes, `The picture was not taken: ${problem}`]
  const values = { ...blankCharacter, ...fields, avatar, contentRating: unchosenRating, isPublic: false }
  return { values, template: null, imported: { ...card, notes } }
}

/** The icon of a card becomes the image of the character: one of its files, or the image that it is in. */
async function takeImage(file: File, icon: string | null): Promise<{ avatar: string; problem: string }> {
  if (!icon && !file.type.startsWith('image/')) return { avatar: '', problem: '' }
  try {
    const image = icon ? new Blob([Uint8Array.from(atob(icon), (byte) => byte.charCodeAt(0))]) : file
    return { avatar: (await uploadImage(image)).url, problem: '' }
  } catch (error) {
    return { avatar: '', problem: errorText(error) }
  }
}
