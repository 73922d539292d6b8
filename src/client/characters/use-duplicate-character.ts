import { useNavigate } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { addressOf, call, fetchOk } from '#client/lib/http.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { characterLimits } from '#shared/character-terms.ts'
import { saveCharacter } from './api.ts'
import { valuesOf } from './creator/creator-values.ts'
import { exportRoutes } from './export-routes.ts'
import { previewCard } from './preview-card.ts'

const suffix = ' (copy)'

/** Saves a private copy of one of the user's own characters, and opens it in the creator. */
export function useDuplicateCharacter() {
  const navigate = useNavigate()
  return useSingleMutation({
    mutationFn: async (id: string) => {
      const own = await call('GET /api/characters/:id', { params: { id } })
      const read = async (type: keyof typeof exportRoutes) =>
        (await fetchOk(addressOf(exportRoutes[type], { params: { id } }))).blob()
      // What of a card is not in the fields. Only where it came with files, a CHARX has more: else its picture is added.
      const json = await read('JSON')
      const hasFiles = (await json.text()).includes('embeded://')
      const { card, cardFile } = await previewCard(hasFiles ? await read('CHARX') : json)
      const name = [...own.name].slice(0, characterLimits.name / 2).join('') + suffix
      return withAdultConfirmation(() =>
        saveCharacter({ ...valuesOf(own), name, isPublic: false, card, cardFile: cardFile ?? undefined }),
      )
    },
    onSuccess: ({ id, name }) => {
      toast({ title: 'Character duplicated', description: `${name} is private. Change what you like, and save.` })
      void navigate(editCharacterPath(id))
    },
    onError: (error) => {
      toastError(error, { title: 'Save Failed', fallback: 'The character could not be duplicated. Please try again.' })
    },
  })
}
