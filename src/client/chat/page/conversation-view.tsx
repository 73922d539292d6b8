import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { cx } from '#client/lib/cx.ts'
import { errorText } from '#client/lib/http.ts'
import { useIsLeaving } from '#client/lib/is-leaving.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { closeDialogs, closeDialogsOfOtherPages } from '#client/ui/dialogs.tsx'
import { openMessage } from '../actions/message-actions.ts'
import { type ConversationAddress, conversationPath } from '../api/conversation-paths.ts'
import type { NewChatState } from '../api/new-chat.ts'
import { useConversationCharacter } from '../api/use-conversation-character.ts'
import { ConversationPanel, useConversationPanel } from '../conversation-list/conversation-panel.tsx'
import { ChatHeader } from '../header/chat-header.tsx'
import type { FoundMessageState } from '../search/found-messages.tsx'
import type { ConversationTarget } from '../store/conversation-deps.ts'
import type { ConversationStore } from '../store/conversation-store.ts'
import {
  ConversationContext,
  useConversation,
  useConversationState,
  useConversationStore,
} from '../store/use-conversation.ts'
import { ChatSidebar } from './chat-sidebar.tsx'
import { ConversationBody } from './conversation-body.tsx'
import { ConversationError, DeletedConversation, HeaderSkeleton, MessagesSkeleton } from './conversation-states.tsx'

export function ConversationView({ address }: { address: ConversationAddress }) {
  const location = useLocation()
  const { originalGreeting } = (location.state ?? {}) as Partial<NewChatState>
  const target: ConversationTarget = address.kind === 'new' ? { ...address, originalGreeting } : address
  return (
    <ConversationContext value={useConversation(target, location.key)}>
      <Conversation address={address} />
    </ConversationContext>
  )
}

function Conversation({ address }: { address: ConversationAddress }) {
  const store = useConversationStore()
  const conversationId = useConversationState((state) => state.conversationId)
  useConversationAddress(address, conversationId)
  useMessageAddress(store)

  const phase = useConversationState((state) => state.phase)
  const problem = useConversationState((state) => state.problem)
  const conversation = useConversationState((state) => state.conversation)
  const characterId = useConversationState((state) => state.characterId)
  const { character, query } = useConversationCharacter(characterId, conversation)
  const background = conversation?.background ?? character?.current?.background
  const panel = useConversationPanel()
  useTitle(character?.name ?? 'Chat')
  const hasFonts = useProseFonts()

  // They are about this conversation, and need it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: closed with the store
  useEffect(() => closeDialogsOfOtherPages, [store])
  useEffect(() => {
    if (phase === 'deleted') closeDialogs()
  }, [phase])

  const isFailed = phase === 'failed' || (!character && query.isError)
  // The messages wait for the character too: the banner with the user's role would push them down.
  const isReady = (phase === 'open' || phase === 'creating') && !query.isLoading && hasFonts
  const retry = () => {
    if (query.isError) void query.refetch()
    if (phase === 'failed') void store.open()
  }
  return (
    <>
      <ChatSidebar selected={character} />
      <section className={cx('relative isolate flex min-w-0 flex-1 flex-col', background && 'has-chat-background')}>
        {background && <Background src={background} />}
        {character ? (
          <ChatHeader character={character} panelOpen={panel.open} onTogglePanel={() => panel.setOpen(!panel.open)} />
        ) : (
          <HeaderSkeleton isLoading={phase !== 'missing' && phase !== 'deleted' && !isFailed} />
        )}
        {phase === 'missing' ? (
          <ConversationError kind="missing" what={address.kind === 'new' ? 'character' : 'conversation'} />
        ) : phase === 'deleted' ? (
          <DeletedConversation character={character} />
        ) : isFailed ? (
          <ConversationError kind="failed" reason={problem || errorText(query.error)} onRetry={retry} />
        ) : character && isReady ? (
          <ConversationBody key={store.key} character={character} onOpenConversations={() => panel.setOpen(true)} />
        ) : (
          <MessagesSkeleton />
        )}
      </section>
      <ConversationPanel panel={panel} currentId={conversationId} />
    </>
  )
}

/** A picture, faint behind the text. */
function Background({ src }: { src: string }) {
  return (
    <div
      aria-hidden
      data-testid="chat-background"
      className="chat-background -z-10 absolute inset-0 bg-center bg-cover"
      style={{ backgroundImage: `url("${src}")` }}
    />
  )
}

/**
 * Replaces the address of a new chat by the conversation's own as soon as it is created. The character's address does
 * not stay in the history: Back would create another conversation.
 */
function useConversationAddress(address: ConversationAddress, conversationId: string | null) {
  const navigate = useNavigate()
  const isLeaving = useIsLeaving()
  const shownId = address.kind === 'existing' ? address.conversationId : null
  useEffect(() => {
    if (conversationId && conversationId !== shownId && !isLeaving()) {
      void navigate(conversationPath(conversationId), { replace: true })
    }
  }, [conversationId, shownId, isLeaving, navigate])
}

/** Shows the message that the address names (`?message=`), on any branch, and removes it from the address. */
function useMessageAddress(store: ConversationStore): void {
  const { search, state } = useLocation()
  const navigate = useNavigate()
  const messageId = new URLSearchParams(search).get('message')
  const { isOnActivePath = null } = (state ?? {}) as Partial<FoundMessageState>
  const openId = useConversationState(({ phase, conversationId }) => (phase === 'open' ? conversationId : null))
  useEffect(() => {
    if (!messageId || !openId) return
    void navigate(conversationPath(openId), { replace: true })
    void openMessage(store, messageId, isOnActivePath === true)
  }, [store, messageId, openId, isOnActivePath, navigate])
}

/** The faces of messages: upright for speech, italic for actions. */
const faces = ['1em "Literata Variable"', 'italic 1em "Literata Variable"']
/** On a slow connection messages are shown in the fallback font after this time, in milliseconds. */
const timeout = 1_000

/** Whether messages can be rendered in their font: a font that arrives later changes line breaks and moves what is below. */
export function useProseFonts(): boolean {
  const [ready, setReady] = useState(() => faces.every((face) => document.fonts.check(face)))
  useEffect(() => {
    if (ready) return
    const finish = () => setReady(true)
    const timer = setTimeout(finish, timeout)
    void Promise.allSettled(faces.map((face) => document.fonts.load(face))).then(finish)
    return () => clearTimeout(timer)
  }, [ready])
  return ready
}
