import { Check } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CharacterChoice } from '#client/characters/character-choice.tsx'
import { cx } from '#client/lib/cx.ts'
import { call } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { sceneLimits } from '#shared/scenes.ts'
import { conversationPath } from '../api/conversation-paths.ts'
import { list } from '../store/scene-state.ts'

export function StartSceneDialog() {
  const navigate = useNavigate()
  const [chosen, setChosen] = useState<{ id: string; name: string }[]>([])
  const isFull = chosen.length >= sceneLimits.present
  const toggle = (id: string, name: string) =>
    setChosen((all) => (all.some((one) => one.id === id) ? all.filter((one) => one.id !== id) : [...all, { id, name }]))
  const start = useSingleMutation({
    mutationFn: async () => {
      const [characterId = '', ...participantIds] = chosen.map(({ id }) => id)
      const { conversation } = await call('POST /api/conversations', { body: { characterId, participantIds } })
      await navigate(conversationPath(conversation.id))
    },
    onError: (error) => toastError(error, { title: 'The scene was not started' }),
  })
  return (
    <Dialog
      title="Start a scene"
      description={`Choose 2 to ${sceneLimits.present} characters. The first one greets you.`}
    >
      <CharacterChoice
        action={({ id, name }) => {
          const isChosen = chosen.some((one) => one.id === id)
          return (
            <Button
              variant="outline"
              className={cx('min-w-30', isChosen && '!border-curtain !bg-curtain-wash')}
              aria-pressed={isChosen}
              aria-label={`${isChosen ? 'Chosen' : 'Choose'}: ${name}`}
              disabled={isFull && !isChosen}
              onClick={() => toggle(id, name)}
            >
              {isChosen && <Check aria-hidden size={16} className="text-curtain" />}
              {isChosen ? 'Chosen' : 'Choose'}
            </Button>
          )
        }}
      />
      <p dir="auto" aria-live="polite" className="mt-4 min-h-5 text-ink-soft text-sm">
        {chosen.length > 0 && list(chosen.map(({ name }) => name))}
      </p>
      <Button className="mt-3 w-full" disabled={chosen.length < 2 || start.isPending} onClick={() => start.mutate()}>
        Start the scene
      </Button>
    </Dialog>
  )
}
