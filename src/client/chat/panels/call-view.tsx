import { useClose } from '#client/ui/close-context.ts'
import './call-view.css'
import { Hand, Mic, MicOff, PhoneOff } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import { cx } from '#client/lib/cx.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import { OverlayTitle } from '#client/ui/overlay.tsx'
import { SwitchRow } from '#client/ui/switch-row.tsx'
import { plainText } from '#engine/prose/plain-text.ts'
import type { Call, CallState } from '../speech/call/call.ts'
import { startCall } from '../speech/call/start-call.ts'
import { useCanTranscribe } from '../speech/dictation.ts'
import { controlSpeech, useSpeech } from '../speech/speech-state.ts'
import { useCanSpeak } from '../speech/voices.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { useFace, useSpeakerFace } from '../transcript/use-face.ts'

interface CallViewProps {
  character: ConversationCharacter
  /** Calls again, after the call has ended by itself. */
  onAgain: () => void
}

/** A call, as long as it is shown. */
export function CallView(props: CallViewProps) {
  const close = useClose()
  const store = useConversationStore()
  const { character } = props
  const canTranscribe = useCanTranscribe()
  const { name, avatar } = character
  const [running, setRunning] = useState<Call | null>(null)
  useEffect(() => {
    const { call, end } = startCall(store, { canTranscribe, name, image: avatar, onHangUp: close })
    setRunning(call)
    return end
  }, [store, canTranscribe, name, avatar, close])
  return running && <RunningCall {...props} running={running} />
}

type Look = 'quiet' | 'listening' | 'hearing' | 'thinking' | 'speaking'

const words: Record<Exclude<Look, 'quiet'>, string> = {
  listening: 'Listening',
  hearing: 'Listening to you',
  thinking: 'Thinking',
  speaking: 'Speaking',
}

/** What happens while nobody speaks and nothing is expected. */
function quietWords({ status, isMuted }: CallState): string {
  if (status === 'opening') return 'Asking for your microphone'
  if (status === 'ended') return 'The call has ended'
  return isMuted ? 'You are muted' : 'Hold the button to talk'
}

function useLook({ status, isHearing, isSending, isMuted, isHandsFree }: CallState): Look {
  const isReplying = useConversationState(({ turn }) => turn !== 'idle')
  const isHeard = useSpeech(({ sentence }) => sentence !== null)
  const isRead = useSpeech(({ key }) => key !== null)
  if (status !== 'open') return 'quiet'
  if (isHearing) return 'hearing'
  if (isHeard) return 'speaking'
  if (isSending || isReplying || isRead) return 'thinking'
  return isMuted || !isHandsFree ? 'quiet' : 'listening'
}

function RunningCall({ character, running, onAgain }: CallViewProps & { running: Call }) {
  const close = useClose()
  const state = useStore(running.state)
  const { heard, problem, roundTrip } = state
  const look = useLook(state)
  const key = useSpeech((speech) => speech.key)
  const { speaker, expression } = useSpeakerFace(character, key)
  const { src } = useFace(speaker, expression)
  return (
    <>
      <CallHead
        speaker={{ ...speaker, avatar: src }}
        look={look}
        words={<span role="status">{look === 'quiet' ? quietWords(state) : words[look]}</span>}
      />
      <Captions name={speaker.name} heard={heard} />
      <p role="alert" className="mt-2 max-w-[34rem] text-danger text-sm empty:hidden">
        {problem}
      </p>
      <p className="mt-4 min-h-5 text-ink-soft text-xs">
        {roundTrip !== null && `First sound after ${(roundTrip / 1_000).toFixed(1)} s`}
      </p>
      {state.status === 'ended' ? (
        <div className="mt-auto flex flex-wrap justify-center gap-3 pt-6">
          <Button variant="outline" size="lg" onClick={close}>
            Close
          </Button>
          <Button size="lg" onClick={onAgain}>
            Call again
          </Button>
        </div>
      ) : (
        <Controls name={speaker.name} running={running} isRead={key !== null} />
      )}
    </>
  )
}

interface ControlsProps {
  name: string
  running: Call
  /** Whether a reply is read aloud. */
  isRead: boolean
}

function Controls({ name, running, isRead }: ControlsProps) {
  const close = useClose()
  const { status, isHandsFree, isMuted, isHearing } = useStore(running.state)
  const canTranscribe = useCanTranscribe()
  const talk = {
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== ' ' && event.key !== 'Enter') return
      event.preventDefault()
      if (!event.repeat) running.press()
    },
    onKeyUp: (event: KeyboardEvent) => {
      if (event.key === ' ' || event.key === 'Enter') running.release()
    },
    onPointerDown: () => running.press(),
    onPointerUp: () => running.release(),
    onPointerCancel: () => running.release(),
    onPointerLeave: () => running.release(),
    onBlur: () => running.release(),
    onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
  }
  return (
    // On a low screen, the captions scroll behind them.
    <div className="sticky bottom-0 mt-auto -mb-(--call-bottom) grid w-full shrink-0 justify-items-center gap-[min(1.5rem,3dvh)] bg-paper pt-[min(1.5rem,3dvh)] pb-(--call-bottom) text-left *:w-full *:max-w-[24rem]">
      <SwitchRow
        label="Hands-free"
        hint={isHandsFree && (canTranscribe ? 'Speak to interrupt.' : `It listens when ${name} does not speak.`)}
        checked={isHandsFree}
        onChange={(isHandsFree) => running.set({ isHandsFree })}
      />
      {!isHandsFree && (
        <Button
          size="lg"
          icon={Mic}
          variant={isHearing ? 'primary' : 'outline'}
          disabled={status !== 'open' || isMuted}
          aria-pressed={isHearing}
          className="h-16 touch-none select-none"
          {...talk}
        >
          Hold to talk
        </Button>
      )}
      <div className="flex justify-center gap-8">
        <RoundButton
          label="Mute"
          variant="outline"
          disabled={status !== 'open'}
          aria-pressed={isMuted}
          onClick={() => running.set({ isMuted: !isMuted })}
        >
          {isMuted ? <MicOff aria-hidden size={24} /> : <Mic aria-hidden size={24} />}
        </RoundButton>
        <RoundButton label="Interrupt" variant="outline" disabled={!isRead} onClick={() => controlSpeech('stop')}>
          <Hand aria-hidden size={24} />
        </RoundButton>
        <RoundButton label="Hang up" variant="danger" onClick={close}>
          <PhoneOff aria-hidden size={24} />
        </RoundButton>
      </div>
    </div>
  )
}

interface CallHeadProps {
  speaker: Pick<ConversationCharacter, 'name' | 'avatar' | 'hue'>
  look: Look
  words: ReactNode
}

/** Who speaks, and what happens. */
export function CallHead({ speaker: { name, avatar, hue }, look, words: shown }: CallHeadProps) {
  return (
    <>
      <OverlayTitle dir="auto" className="shrink-0 font-display font-semibold text-2xl tracking-[-0.02em]">
        {name}
      </OverlayTitle>
      <p className="mt-1 min-h-6 text-ink-soft">{shown}</p>
      <div className={cx('call-portrait my-[min(2rem,4dvh)] shrink-0 rounded-[50%]', `call-${look}`)}>
        <Avatar
          name={name}
          src={avatar}
          hue={hue}
          className="size-[clamp(5rem,26dvh,18rem)] rounded-[50%] text-[3.5rem]"
        />
      </div>
    </>
  )
}

/** What the player has said, and what the character says at the moment; its whole reply where nothing can be heard. */
function Captions({ name, heard }: { name: string; heard: string }) {
  const canSpeak = useCanSpeak()
  const sentence = useSpeech((state) => state.sentence?.text ?? '')
  const [last, setLast] = useState('')
  if (sentence && sentence !== last) setLast(sentence)
  const reply = useConversationState(
    ({ liveReply, messages }) =>
      liveReply?.text ?? messages.findLast(({ role }) => role === 'character')?.content ?? '',
  )
  const said = canSpeak ? last : plainText(reply)
  return (
    <div className="flex w-full max-w-[34rem] flex-col gap-3 text-pretty">
      {heard && (
        <p dir="auto" className="text-ink-soft">
          <span className="sr-only">You: </span>“{heard}”
        </p>
      )}
      {said && (
        <p dir="auto" className="line-clamp-6 font-prose text-lg">
          <span className="sr-only">{name}: </span>
          {said}
        </p>
      )}
    </div>
  )
}

interface RoundButtonProps {
  label: string
  variant: 'outline' | 'danger'
  disabled?: boolean
  'aria-pressed'?: boolean
  onClick: () => void
  children: ReactNode
}

function RoundButton({ label, children, ...props }: RoundButtonProps) {
  return (
    <span className="flex flex-col items-center gap-2 text-ink-soft text-sm">
      <Button
        {...props}
        aria-label={label}
        className="!size-16 !rounded-full aria-pressed:bg-curtain-wash aria-pressed:text-curtain"
      >
        {children}
      </Button>
      <span aria-hidden>{label}</span>
    </span>
  )
}
