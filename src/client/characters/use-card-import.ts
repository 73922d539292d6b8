import { useLocation, useNavigate } from 'react-router'
import { createStore, useStore } from 'zustand'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { confirmDialog } from '#client/ui/confirm.ts'
import { toastError } from '#client/ui/toast-error.ts'
import type { CardPreview } from '#shared/character-cards.ts'
import { type ContentRating, entitlements, ratingsWithin } from '#shared/entitlements.ts'
import { saveCharacter } from './api.ts'
import { previewCard } from './preview-card.ts'

export interface CardImport {
  id: number
  file: File
  state: 'waiting' | 'reading' | 'failed' | 'ready' | 'saving' | 'saved'
  /** Null until the file is read. */
  preview: CardPreview | null
  /** Empty until the user has chosen it. */
  rating: ContentRating | ''
  problem: string
  /** The character, once it is saved. */
  characterId: string | null
}

interface CardImports {
  items: readonly CardImport[]
  /** How many cards were opened in the creator: each is a new form. */
  opened: number
}

export const cardImports = createStore<CardImports>(() => ({ items: [], opened: 0 }))

function change(id: number, changes: Partial<CardImport>) {
  cardImports.setState(({ items }) => ({ items: items.map((one) => (one.id === id ? { ...one, ...changes } : one)) }))
}

const find = (isWanted: (item: CardImport) => boolean) => cardImports.getState().items.find(isWanted)
let lastId = 0

/** Reads the files of the list one after the other. */
async function readWaiting() {
  if (find(({ state }) => state === 'reading')) return
  for (let item = find(({ state }) => state === 'waiting'); item; item = find(({ state }) => state === 'waiting')) {
    const { id, file } = item
    change(id, { state: 'reading' })
    try {
      change(id, { state: 'ready', preview: await previewCard(file) })
    } catch (error) {
      change(id, { state: 'failed', problem: errorText(error) })
    }
  }
}

/**
 * Imports characters from files. A single one is opened in the creator, in place of the new character there; several are a
 * list on My Characters.
 */
export function useCardImport() {
  const user = useUser()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const items = useStore(cardImports, (state) => state.items)
  const opening = useSingleMutation({
    mutationFn: async ({ file, preview, mayReplace }: Opened): Promise<void> => {
      // The creator and its validation are a chunk of their own.
      const { hasUnsavedCharacter, openCard } = await import('./creator/open-card.ts')
      if (!mayReplace && hasUnsavedCharacter(user.id)) return askToReplace({ file, preview })
      if (!(await openCard(user.id, file, preview ?? (await previewCard(file))))) return
      cardImports.setState(({ items, opened }) => ({
        items: items.filter((item) => item.file !== file),
        opened: opened + 1,
      }))
      if (pathname + search !== '/create') await navigate('/create')
    },
    onError: (error, { file }) => {
      toastError(error, { title: `${file.name} was not imported`, fallback: 'The file could not be read.' })
    },
  })
  const askToReplace = (opened: Omit<Opened, 'mayReplace'>) =>
    confirmDialog.open({
      title: 'Replace your unsaved character?',
      text: 'You have begun a new character and have not saved it. The card takes its place.',
      action: 'Replace it',
      isDangerous: true,
      onConfirm: () => opening.mutateAsync({ ...opened, mayReplace: true }),
    })
  const saving = useSingleMutation({
    mutationFn: async () => {
      const { readRequest } = await import('./creator/open-card.ts')
      const isChosen = ({ state, rating }: CardImport) => state === 'ready' && rating !== ''
      for (const { id, file, preview, rating } of cardImports.getState().items.filter(isChosen)) {
        if (!preview || rating === '') continue
        change(id, { state: 'saving', problem: '' })
        try {
          const request = await readRequest(user.accountType, { file, preview, rating })
          const { id: characterId } = await withAdultConfirmation(() => saveCharacter(request))
          change(id, { state: 'saved', characterId })
        } catch (error) {
          change(id, { state: 'ready', problem: errorText(error) })
        }
      }
    },
  })
  return {
    items,
    isImporting: opening.isPending,
    isSaving: saving.isPending,
    importFiles: (files: readonly File[]) => {
      const [first] = files
      if (!first) return
      if (files.length === 1 && items.length === 0) {
        opening.mutate({ file: first, preview: null, mayReplace: false })
        return
      }
      const added = files.map((file) => {
        lastId += 1
        const empty = { preview: null, rating: '', problem: '', characterId: null } as const
        return { id: lastId, file, state: 'waiting', ...empty } as const
      })
      cardImports.setState(({ items }) => ({ items: [...items, ...added] }))
      void readWaiting()
      if (pathname !== '/my-characters') void navigate('/my-characters')
    },
    choose: (id: number, rating: ContentRating) => change(id, { rating, problem: '' }),
    /** For those without a rating, as far as the account may use it. */
    chooseSuggested: () => {
      const allowed = ratingsWithin(entitlements[user.accountType].createPrivate, user.maxContentRating)
      for (const { id, preview, rating } of items) {
        const suggested = preview?.suggestedRating
        if (suggested && rating === '' && allowed.includes(suggested)) change(id, { rating: suggested, problem: '' })
      }
    },
    lookOver: ({ file, preview }: CardImport) => opening.mutate({ file, preview, mayReplace: false }),
    remove: (id: number) => cardImports.setState(({ items }) => ({ items: items.filter((item) => item.id !== id) })),
    saveAll: () => saving.mutate(),
    close: () => cardImports.setState({ items: [] }),
  }
}

interface Opened {
  file: File
  preview: CardPreview | null
  mayReplace: boolean
}
