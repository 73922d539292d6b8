import { Ear, Users } from 'lucide-react'
import { cx } from '#client/lib/cx.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { Participant } from '#shared/scenes.ts'
import { sceneDialog } from '../dialogs.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { turnOrderNames } from './turn-orders.ts'

/** The characters of the scene: picks who speaks next, and opens the dialog that changes the scene. */
export function SceneStrip({ onWhisper }: { onWhisper: (name: string) => void }) {
  const store = useConversationStore()
  const scene = useConversationState((state) => state.scene)
  const picked = useConversationState((state) => state.pickedSpeakerId)
  const isIdle = useConversationState(({ turn }) => turn === 'idle')
  if (!scene) return null
  const present = scene.participants.filter((participant) => participant.present)
  const pickedName = present.find(({ characterId }) => characterId === picked)?.name
  return (
    <div className="relative z-[1] flex items-center gap-2 border-line border-b bg-paper px-3 py-1.5 sm:px-[26px]">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not scroll in Firefox */}
      <div
        role="group"
        aria-label="Who speaks next"
        className="fade-ends flex min-w-0 flex-1 gap-1.5 overflow-x-auto p-0.5 [scrollbar-width:none]"
      >
        {present.map((participant) => (
          <SpeakerChip
            key={participant.characterId}
            participant={participant}
            isPicked={picked === participant.characterId}
            disabled={!isIdle || !participant.available}
            onPick={(id) => store.pickSpeaker(id)}
          />
        ))}
      </div>
      {pickedName !== undefined && (
        <Button
          variant="quiet"
          icon={Ear}
          className="min-w-11 shrink-0 !px-3"
          aria-label={`Whisper to ${pickedName}`}
          onClick={() => onWhisper(pickedName)}
        >
          <span className="max-lg:hidden">Whisper</span>
        </Button>
      )}
      <Button
        variant="quiet"
        icon={Users}
        className="min-w-11 shrink-0 !px-3"
        aria-label={`${turnOrderNames[scene.turnOrder]}, change the scene`}
        onClick={() => sceneDialog.open({ store })}
      >
        <span className="max-lg:hidden">{turnOrderNames[scene.turnOrder]}</span>
      </Button>
    </div>
  )
}

interface SpeakerChipProps {
  participant: Participant
  isPicked: boolean
  disabled: boolean
  onPick: (characterId: string | null) => void
}

function SpeakerChip({ participant, isPicked, disabled, onPick }: SpeakerChipProps) {
  const { characterId, name, avatar, category } = participant
  return (
    <button
      type="button"
      aria-pressed={isPicked}
      disabled={disabled}
      title={name}
      onClick={() => onPick(isPicked ? null : characterId)}
      className={cx(
        'flex min-h-11 shrink-0 items-center gap-2 rounded-full border py-1 pr-3.5 pl-1.5 text-sm transition-colors duration-150 disabled:opacity-60',
        isPicked ? 'border-curtain bg-curtain-wash text-ink' : 'border-line bg-card text-ink-soft hover:text-ink',
      )}
    >
      <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-8 rounded-full text-sm" />
      <span dir="auto" className="max-w-32 truncate">
        {name}
      </span>
      {isPicked && <span className="text-curtain text-xs">next</span>}
    </button>
  )
}
