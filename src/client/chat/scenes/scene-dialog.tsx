import type { ReactNode } from 'react'
import { CharacterChoice } from '#client/characters/character-choice.tsx'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { SelectField } from '#client/ui/form-field.tsx'
import { hueOf } from '#shared/category-hues.ts'
import { type Participant, sceneLimits, type TurnOrder } from '#shared/scenes.ts'
import { moveCharacter, setTurnOrder } from '../actions/message-actions.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { turnOrderHelp, turnOrderNames } from './turn-orders.ts'

export function SceneDialog() {
  const store = useConversationStore()
  const scene = useConversationState((state) => state.scene)
  const ownId = useConversationState((state) => state.characterId)
  const isBusy = useConversationState(({ turn, isChanging }) => turn !== 'idle' || isChanging)
  const participants = scene?.participants ?? []
  const present = participants.filter((participant) => participant.present)
  const isFull = present.length >= sceneLimits.present
  const ask = (kind: 'join' | 'leave', { characterId, name }: { characterId: string; name: string }) =>
    confirmDialog.open({
      title: kind === 'join' ? `Add ${name}?` : `Send ${name} away?`,
      text:
        kind === 'join'
          ? `${name} joins after the newest message, and does not know what was said without them.`
          : `${name} leaves after the newest message, and does not hear what is said from then on. You can bring them back.`,
      action: kind === 'join' ? `Add ${name}` : `Send ${name} away`,
      onConfirm: () => moveCharacter(store, kind, { characterId, name }),
    })
  return (
    <Dialog
      title={scene ? 'The scene' : 'Add a character'}
      description="Each character knows only what is said while they are there."
    >
      {scene && (
        <SelectField
          label="Who speaks next"
          help={turnOrderHelp[scene.turnOrder]}
          fieldClassName="mb-5"
          value={scene.turnOrder}
          disabled={isBusy}
          onChange={({ target }) => void setTurnOrder(store, target.value as TurnOrder)}
          options={(['addressed', 'round', 'manual'] as const).map((order) => [order, turnOrderNames[order]])}
        />
      )}
      {participants.length > 0 && (
        <ul className="mb-5">
          {participants.map((participant) => (
            <ParticipantRow key={participant.characterId} participant={participant}>
              <Button
                variant="outline"
                aria-label={`${participant.present ? 'Send away' : 'Bring back'}: ${participant.name}`}
                disabled={isBusy || (participant.present ? present.length === 1 : isFull || !participant.available)}
                onClick={() => ask(participant.present ? 'leave' : 'join', participant)}
              >
                {participant.present ? 'Send away' : 'Bring back'}
              </Button>
            </ParticipantRow>
          ))}
        </ul>
      )}
      {isFull ? (
        <p className="text-ink-soft text-sm">A scene can have {sceneLimits.present} characters at a time.</p>
      ) : (
        <CharacterChoice
          without={[ownId, ...participants.map(({ characterId }) => characterId)]}
          action={({ id, name }) => (
            <Button
              variant="outline"
              aria-label={`Add ${name}`}
              disabled={isBusy}
              onClick={() => ask('join', { characterId: id, name })}
            >
              Add
            </Button>
          )}
        />
      )}
    </Dialog>
  )
}

function ParticipantRow({ participant, children }: { participant: Participant; children: ReactNode }) {
  const { name, avatar, category, present, available } = participant
  const state = available ? (present ? 'in the scene' : 'away') : 'no longer available'
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-10 rounded-[10px]" />
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block truncate font-display font-semibold">
          {name}
        </span>
        <span className="block text-ink-soft text-xs">{state}</span>
      </span>
      {children}
    </li>
  )
}
