import { ArrowDown } from 'lucide-react'
import { type CSSProperties, type ReactNode, useRef, useState } from 'react'
import { Virtualizer, type VirtualizerHandle } from 'virtua'
import { cx } from '#client/lib/cx.ts'
import { Button } from '#client/ui/button.tsx'
import type { ConversationCharacter } from '../api/use-conversation-character.ts'
import { measures, sizes, useReadingSettings } from '../reading/reading-settings.ts'
import { useSpeakerOf } from '../scenes/use-scene-characters.ts'
import type { ConversationMessage } from '../store/messages.ts'
import { useConversationState, useConversationStore } from '../store/use-conversation.ts'
import { ContextHorizon, findHorizon, NameChange, SceneChange, useNameChanges } from './between-messages.tsx'
import { CharacterMessage, WaitingMessage } from './character-message.tsx'
import { startMargin, useRevealed } from './use-revealed.ts'
import { useStickToEnd } from './use-stick-to-end.ts'
import { UserMessage } from './user-message.tsx'
import './transcript.css'
import { Avatar } from '#client/ui/avatar.tsx'

interface TranscriptProps {
  character: ConversationCharacter
  isGreetingPending: boolean
}

/** The messages. Only those near the viewport are rendered: 10,000 messages open as fast as ten. */
export function Transcript({ character, isGreetingPending }: TranscriptProps) {
  const store = useConversationStore()
  const messages = useConversationState((state) => state.messages)
  const nameChanges = useNameChanges(messages)
  const hasMore = useConversationState((state) => state.hasMore)
  // In a scene, each character knows other messages.
  const isScene = useConversationState((state) => state.scene !== null)
  const horizon = isScene ? undefined : findHorizon(messages, hasMore)
  const scroller = useRef<HTMLDivElement>(null)
  const list = useRef<VirtualizerHandle>(null)
  const speakerOf = useSpeakerOf(character)
  const { atEnd, toEnd, leaveEnd, onScroll, onResize } = useStickToEnd(scroller, messages)
  useRevealed(list, { scroller, onReveal: leaveEnd })

  const onScrolled = (offset: number) => {
    onScroll()
    // Older messages are loaded two viewports ahead, so that the user does not wait for them.
    if (offset < 2 * (scroller.current?.clientHeight ?? 0)) void store.pages.loadOlder()
  }
  return (
    <div className="relative min-h-0 flex-1" style={useProseStyle()}>
      <div
        ref={scroller}
        role="log"
        aria-live="off"
        aria-label={`Conversation with ${character.name}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        className="absolute inset-0 overflow-y-auto overscroll-contain fade-edges pt-[30px] outline-offset-[-4px] [overflow-anchor:none]"
      >
        <Virtualizer
          ref={list}
          data={messages}
          shift={useGrewAtStart(messages)}
          startMargin={startMargin}
          bufferSize={800}
          onScroll={onScrolled}
          onResize={onResize}
        >
          {(message, index) => (
            <Row key={message.key}>
              {message.id !== null && message.id === horizon && <ContextHorizon name={character.name} />}
              <SceneChange before={messages[index - 1]} after={message} />
              <NameChange name={nameChanges.get(message.key)} />
              {message.role === 'user' ? (
                <UserMessage
                  message={message}
                  name={speakerOf(message).name}
                  isNewest={index === messages.length - 1}
                />
              ) : (
                <CharacterMessage
                  character={speakerOf(message)}
                  message={message}
                  isNewest={index === messages.length - 1}
                />
              )}
            </Row>
          )}
        </Virtualizer>
        {isGreetingPending && (
          <Row>
            <WaitingMessage character={character} />
          </Row>
        )}
        <Row isEnd>
          <SceneChange before={messages.at(-1)} after={undefined} />
        </Row>
        {messages.length === 0 && !isGreetingPending && <EmptyTranscript character={character} />}
      </div>
      <OlderNotice />
      {!atEnd && <JumpButton onClick={toEnd} />}
    </div>
  )
}

function JumpButton({ onClick }: { onClick: () => void }) {
  return (
    <Button
      variant="outline"
      icon={ArrowDown}
      className="absolute bottom-2 left-1/2 -translate-x-1/2 animate-fade-in !rounded-full !bg-card shadow-raised"
      onClick={onClick}
    >
      Jump to newest
    </Button>
  )
}

/** `isEnd`: what may stand after the newest message. */
function Row({ children, isEnd }: { children: ReactNode; isEnd?: boolean }) {
  // The list ignores the pointer for 150 ms after each scroll, and a reply that arrives scrolls all the time.
  const className = 'pointer-events-auto mx-auto w-full max-w-[var(--transcript-width,820px)] px-4 sm:px-[26px]'
  return <div className={cx(className, !isEnd && 'pb-[26px]')}>{children}</div>
}

/** Whether the list has just grown at its start: the scroll position is then kept relative to the end. */
function useGrewAtStart(messages: readonly ConversationMessage[]): boolean {
  const [previous, setPrevious] = useState({ messages, grew: false })
  if (previous.messages === messages) return previous.grew
  const added = messages.length - previous.messages.length
  const grew = added > 0 && previous.messages.length > 0 && messages[added]?.key === previous.messages[0]?.key
  setPrevious({ messages, grew })
  return grew
}

function OlderNotice() {
  const store = useConversationStore()
  const older = useConversationState((state) => state.older)
  if (older !== 'failed') return null
  return (
    <p className="absolute inset-x-0 top-2 flex justify-center">
      <Button variant="outline" className="!bg-card shadow-card" onClick={() => void store.pages.loadOlder()}>
        Earlier messages could not be loaded. Try again
      </Button>
    </p>
  )
}

/** A conversation without messages: the character has no greeting, so the player writes first. */
function EmptyTranscript({ character }: { character: ConversationCharacter }) {
  const { name, avatar, hue, current } = character
  return (
    <div className="mx-auto flex max-w-md flex-col items-center px-6 py-8 text-center wrap-anywhere">
      <Avatar name={name} src={avatar} hue={hue} className="size-24 rounded-2xl text-3xl" />
      {/* The heading of the page has the name. */}
      <h2 className="mt-5 text-2xl">{current ? 'Write the first message' : 'No messages'}</h2>
      {current && (
        <>
          <p dir="auto" className="mt-2 line-clamp-3 text-balance font-prose text-ink-soft">
            {current.description}
          </p>
          <p className="mt-4 text-balance text-ink-soft text-md">Or send an empty message to let {name} begin.</p>
        </>
      )}
    </div>
  )
}

/** The custom properties that prose.css and the transcript read. Nothing if the user has changed nothing. */
export function useProseStyle(): CSSProperties {
  const size = useReadingSettings((settings) => settings.size)
  const measure = useReadingSettings((settings) => settings.measure)
  if (size === 'medium' && measure === 'medium') return {}
  const [scale, characters] = [sizes[size], Number.parseInt(measures[measure], 10)]
  return {
    '--prose-scale': scale,
    '--prose-measure': `${characters}ch`,
    '--prose-row': `${Math.round(characters * scale)}ch`,
    // The lines, the portrait beside them and the margins.
    '--transcript-width': `${Math.max(820, Math.round(characters * scale * 9 + 130))}px`,
  } as CSSProperties
}
