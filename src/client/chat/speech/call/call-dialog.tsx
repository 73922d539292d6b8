import { Hand, Mic, MicOff, PhoneOff } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import type { ConversationCharacter } from '#client/chat/api/use-conversation-character.ts'
import { changeReadingSettings, getReadingSettings } from '#client/chat/reading/reading-settings.ts'
import type { ConversationStore } from '#client/chat/store/conversation-store.ts'
import { useConversationState } from '#client/chat/store/use-conversation.ts'
import { useCloseOnBack } from '#client/lib/close-on-back.ts'
import { cx } from '#client/lib/cx.ts'
import { call } from '#client/lib/http.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Button } from '#client/ui/button.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { SwitchRow } from '#client/ui/switch-row.tsx'
import { useRestoreFocus } from '#client/ui/use-restore-focus.ts'
import { plainText } from '#engine/prose/plain-text.ts'
import { useCanTranscribe } from '../dictation.ts'
import { controlSpeech, speechState, useSpeech } from '../speech-state.ts'
import { recognitionNote, transcriptionNote } from '../start-dictation.ts'
import { useCanSpeak } from '../use-connected-voices.ts'
import { Call, type CallState } from './call.ts'
import { keepAwake, showMediaSession } from './call-device.ts'
import { openRecognitionListener } from './recognition-listener.ts'
import { openRecordingListener } from './recording-listener.ts'
import './call-dialog.css'

interface CallDialogProps extends Closable {
  store: ConversationStore
  character: ConversationCharacter
}

/** A call with the character, over the whole window. What is said becomes messages of the conversation. */
export function CallDialog({ store, character, onClose }: CallDialogProps) {
  useCloseOnBack(true, onClose)
  const content = useRef<HTMLDivElement>(null)
  const [isAllowed, setAllowed] = useState(() => getReadingSettings().knowsDictation)
  const focus = useRestoreFocus((event) => {
    event.preventDefault()
    content.current?.focus()
  })
  const allow = () => {
    changeReadingSettings({ knowsDictation: true })
    setAllowed(true)
  }
  return (
    <Radix.Root open onOpenChange={(open) => !open && onClose()}>
      <Radix.Portal>
        <Radix.Content
          ref={content}
          aria-describedby={undefined}
          {...focus}
          onInteractOutside={(event) => event.preventDefault()}
          className="fixed inset-0 z-50 flex animate-fade-in flex-col items-center overflow-y-auto bg-paper px-5 pt-[max(2rem,env(safe-area-inset-top))] pb-[max(1.5rem,env(safe-area-inset-bottom))] text-center text-ink outline-none"
        >
          <Radix.Title dir="auto" className="shrink-0 font-display font-semibold text-2xl tracking-[-0.02em]">
            {character.name}
          </Radix.Title>
          {isAllowed ? (
            <RunningCall store={store} character={character} onClose={onClose} />
          ) : (
            <BeforeCall character={character} onStart={allow} onClose={onClose} />
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

/** Says, before the first call, where the user's voice goes. */
function BeforeCall({
  character,
  onStart,
  onClose,
}: Closable & { character: ConversationCharacter; onStart: () => void }) {
  const canTranscribe = useCanTranscribe()
  return (
    <>
      <p className="mt-1 text-ink-soft">An AI character</p>
      <Portrait character={character} look="quiet" />
      <div className="max-w-[34rem] text-pretty text-ink-soft">
        <p>Speak with {character.name} as on the phone. What you say becomes messages of this conversation.</p>
        <p className="mt-3 text-sm">{canTranscribe ? transcriptionNote : recognitionNote}</p>
      </div>
      <div className="mt-auto flex flex-wrap justify-center gap-3 pt-8 sm:mt-0">
        <Button variant="outline" size="lg" onClick={onClose}>
          Cancel
        </Button>
        <Button size="lg" onClick={onStart}>
          <Mic aria-hidden size={18} />
          Start the call
        </Button>
      </div>
    </>
  )
}

/** The call, as long as it is shown. */
function useCall(store: ConversationStore): Call | null {
  const canTranscribe = useCanTranscribe()
  const [running, setRunning] = useState<Call | null>(null)
  useEffect(() => {
    const begun = new Call({
      open: canTranscribe ? openRecordingListener : async (events) => openRecognitionListener(events),
      store,
      speech: speechState,
      stopSpeech: () => controlSpeech('stop'),
      now: () => performance.now(),
      onRoundTrip: (milliseconds) => {
        // For those who run the site; the call does not depend on it.
        void call('POST /api/calls/round-trips', { query: { milliseconds: Math.round(milliseconds) } }).catch(() => {})
      },
    })
    setRunning(begun)
    void begun.begin()
    return () => {
      begun.close()
      controlSpeech('stop')
    }
  }, [store, canTranscribe])
  return running
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

function RunningCall(props: CallDialogProps) {
  const running = useCall(props.store)
  useDevice(props.character, props.onClose)
  return running && <CallView {...props} running={running} />
}

function useLook(store: ConversationStore, { status, isHearing, isSending, isMuted, isHandsFree }: CallState): Look {
  const isReplying = useConversationState(store, ({ turn }) => turn !== 'idle')
  const isHeard = useSpeech(({ sentence }) => sentence !== null)
  const isRead = useSpeech(({ key }) => key !== null)
  if (status !== 'open') return 'quiet'
  if (isHearing) return 'hearing'
  if (isHeard) return 'speaking'
  if (isSending || isReplying || isRead) return 'thinking'
  return isMuted || !isHandsFree ? 'quiet' : 'listening'
}

function CallView({ store, character, onClose, running }: CallDialogProps & { running: Call }) {
  const state = useStore(running.state)
  const { status, isHandsFree, isMuted, isHearing, heard, problem, roundTrip } = state
  const canTranscribe = useCanTranscribe()
  const look = useLook(store, state)
  const isRead = useSpeech(({ key }) => key !== null)
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
    <>
      <p role="status" className="mt-1 min-h-6 text-ink-soft">
        {look === 'quiet' ? quietWords(state) : words[look]}
      </p>
      <Portrait character={character} look={look} />
      <Captions store={store} name={character.name} heard={heard} />
      <p role="alert" className="mt-2 max-w-[34rem] text-danger text-sm empty:hidden">
        {problem}
      </p>
      <p className="mt-4 min-h-5 text-ink-soft text-xs">
        {roundTrip !== null && `First sound after ${(roundTrip / 1_000).toFixed(1)} s`}
      </p>
      <div className="mt-auto flex w-full max-w-[24rem] shrink-0 flex-col gap-6 pt-6 text-left">
        <SwitchRow
          label="Hands-free"
          hint={
            isHandsFree && (canTranscribe ? 'Speak to interrupt.' : `It listens when ${character.name} does not speak.`)
          }
          checked={isHandsFree}
          onChange={(next) => running.setHandsFree(next)}
        />
        {!isHandsFree && (
          <Button
            size="lg"
            variant={isHearing ? 'primary' : 'outline'}
            disabled={status !== 'open' || isMuted}
            aria-pressed={isHearing}
            className="h-16 touch-none select-none"
            {...talk}
          >
            <Mic aria-hidden size={20} />
            Hold to talk
          </Button>
        )}
        <div className="flex justify-center gap-8">
          <RoundButton
            label="Mute"
            variant="outline"
            disabled={status !== 'open'}
            aria-pressed={isMuted}
            onClick={() => running.setMuted(!isMuted)}
          >
            {isMuted ? <MicOff aria-hidden size={24} /> : <Mic aria-hidden size={24} />}
          </RoundButton>
          <RoundButton label="Interrupt" variant="outline" disabled={!isRead} onClick={() => controlSpeech('stop')}>
            <Hand aria-hidden size={24} />
          </RoundButton>
          <RoundButton label="Hang up" variant="danger" onClick={onClose}>
            <PhoneOff aria-hidden size={24} />
          </RoundButton>
        </div>
      </div>
    </>
  )
}

function useDevice({ name, avatar }: ConversationCharacter, onHangUp: () => void) {
  const latest = useRef(onHangUp)
  useEffect(() => {
    latest.current = onHangUp
  })
  useEffect(() => {
    const hideSession = showMediaSession(name, avatar, () => latest.current())
    const letSleep = keepAwake()
    return () => {
      hideSession()
      letSleep()
    }
  }, [name, avatar])
}

function Portrait({ character: { name, avatar, hue }, look }: { character: ConversationCharacter; look: Look }) {
  return (
    <div className={cx('call-portrait my-8 shrink-0 rounded-[50%]', `call-${look}`)}>
      <Avatar name={name} src={avatar} hue={hue} className="size-40 rounded-[50%] text-[3.5rem] sm:size-52" />
    </div>
  )
}

/** What the player has said, and what the character says at the moment; its whole reply where nothing can be heard. */
function Captions({ store, name, heard }: { store: ConversationStore; name: string; heard: string }) {
  const canSpeak = useCanSpeak()
  const sentence = useSpeech((state) => state.sentence?.text ?? '')
  const [last, setLast] = useState('')
  if (sentence && sentence !== last) setLast(sentence)
  const reply = useConversationState(
    store,
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
