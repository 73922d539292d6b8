import { useNavigate } from 'react-router'
import { createStore, useStore } from 'zustand'
import { useUser } from '#client/accounts/session.ts'
import { uploadImage } from '#client/images/api.ts'
import { addressOf, errorText, fetchOk } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { confirmDialog } from '#client/ui/confirm.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import { type CreatorDrafts, createCreatorDrafts } from '../creator/creator-drafts.ts'
import { blankCharacter, unchosenRating } from '../creator/creator-values.ts'

/** The files that are imported after the one that is open in the creator. */
export const waitingFiles = createStore<{ files: readonly File[] }>(() => ({ files: [] }))

/** Imports characters from files: each is opened in the creator, in place of the new character there. */
export function useCardImport() {
  const user = useUser()
  const navigate = useNavigate()
  const waiting = useStore(waitingFiles, ({ files }) => files)
  const drafts = createCreatorDrafts(() => localStorage, user.id)
  const next = useSingleMutation({
    mutationFn: () => openNext(drafts),
    onSuccess: (isOpen) => {
      if (isOpen) void navigate('/create')
    },
  })
  const importNext = () => {
    if (!drafts.read(null)) return next.mutate()
    confirmDialog.open({
      title: 'Replace your unsaved character?',
      text: 'You have begun a new character and have not saved it. The card takes its place.',
      action: 'Replace it',
      isDangerous: true,
      onConfirm: () => next.mutateAsync(),
    })
  }
  return {
    waiting,
    isImporting: next.isPending,
    importNext,
    importFiles: (files: readonly File[]) => {
      if (files.length === 0) return
      waitingFiles.setState({ files: [...waiting, ...files] })
      importNext()
    },
    cancel: () => waitingFiles.setState({ files: [] }),
  }
}

/** Makes the first of the waiting files that is a card the draft of the new character. False if none is. */
async function openNext(drafts: CreatorDrafts): Promise<boolean> {
  for (;;) {
    const [file, ...files] = waitingFiles.getState().files
    if (!file) return false
    waitingFiles.setState({ files })
    try {
      await saveAsDraft(drafts, file)
      return true
    } catch (error) {
      toastError(error, { title: `${file.name} was not imported`, fallback: 'The file could not be read.' })
    }
  }
}

async function saveAsDraft(drafts: CreatorDrafts, file: File): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' }
  const response = await fetchOk(addressOf('POST /api/characters/import'), { method: 'POST', headers, body: file })
  const { fields, ...card } = (await response.json()) as CardPreview
  const { avatar, problem } = await takePicture(file)
  const values = { ...blankCharacter, ...fields, avatar, contentRating: unchosenRating, isPublic: false }
  const notes = problem === '' ? card.notes : [...card.notes, `The picture was not taken: ${problem}`]
  if (drafts.save(null, { values, template: null, imported: { ...card, notes } })) return
  toastError('This browser has no room to hold the card. Free some of its storage, then try again.')
  throw new Error('The draft was not saved.')
}

/** The picture that a card is in becomes that of the character. */
async function takePicture(file: File): Promise<{ avatar: string; problem: string }> {
  if (!file.type.startsWith('image/')) return { avatar: '', problem: '' }
  try {
    return { avatar: (await uploadImage(file)).url, problem: '' }
  } catch (error) {
    return { avatar: '', problem: errorText(error) }
  }
}
