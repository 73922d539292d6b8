import { useNavigate } from 'react-router'
import { createStore, useStore } from 'zustand'
import { useUser } from '#client/accounts/session.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { confirmDialog } from '#client/ui/confirm.ts'
import { toastError } from '#client/ui/toast-error.ts'

/** The files that are imported after the one that is open in the creator. */
export const waitingFiles = createStore<{ files: readonly File[] }>(() => ({ files: [] }))

/** Imports characters from files: each is opened in the creator, in place of the new character there. */
export function useCardImport() {
  const user = useUser()
  const navigate = useNavigate()
  const waiting = useStore(waitingFiles, ({ files }) => files)
  const next = useSingleMutation({
    mutationFn: async ({ mayReplace }: { mayReplace: boolean }) => {
      // The creator and its validation are a chunk of their own.
      const { hasUnsavedCharacter, openNextCard } = await import('./creator/open-next-card.ts')
      if (!mayReplace && hasUnsavedCharacter(user.id)) askToReplace()
      else if (await openNextCard(user.id)) await navigate('/create')
    },
    onError: (error) => toastError(error),
  })
  const askToReplace = () =>
    confirmDialog.open({
      title: 'Replace your unsaved character?',
      text: 'You have begun a new character and have not saved it. The card takes its place.',
      action: 'Replace it',
      isDangerous: true,
      onConfirm: () => next.mutateAsync({ mayReplace: true }),
    })
  const importNext = () => next.mutate({ mayReplace: false })
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
