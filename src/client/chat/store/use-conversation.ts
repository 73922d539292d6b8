import { createContext, use, useEffect, useState } from 'react'
import { useStore } from 'zustand/react'
import { endNewcomer, useUser } from '#client/accounts/session.ts'
import { type ReplySource, readReply } from '#client/lib/reply-stream.ts'
import { tryOrNull } from '#client/lib/try-or-null.ts'
import { copyText } from '#client/ui/copy-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { createConversation, fetchPage, sceneRequests, stopReply, versionRequests } from '../api/conversation-api.ts'
import { refreshConversations } from '../api/conversation-list-api.ts'
import { subscribeToChanges } from '../live/live-changes.ts'
import { getReadingSettings } from '../reading/reading-settings.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import type { ConversationState } from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import { createDrafts } from './drafts.ts'

interface Current {
  /** The router's key of the history entry. */
  locationKey: string
  store: ConversationStore
}

/**
 * The store of the conversation at this address. A new conversation keeps its store when its address changes from the
 * character's to its own, so that nothing on the screen moves.
 */
export function useConversation(target: ConversationTarget, locationKey: string): ConversationStore {
  const user = useUser()
  const create = (): Current => {
    const onChanged = () => {
      endNewcomer()
      void refreshConversations()
    }
    return { locationKey, store: new ConversationStore({ ...browserDeps(user.id), onChanged }, target) }
  }
  const [held, setHeld] = useState(create)
  const current = nextStore(held, target, locationKey, create)
  if (current !== held) setHeld(current)
  const { store } = current

  useEffect(() => {
    const stopSaving = saveEdits(store, () => localStorage, user.id)
    void store.open()
    const unsubscribe = subscribeToChanges((change) => store.pages.onChangeElsewhere(change))
    return () => {
      stopSaving()
      unsubscribe()
      store.detach()
    }
  }, [store, user.id])
  return store
}

function nextStore(held: Current, target: ConversationTarget, locationKey: string, create: () => Current): Current {
  if (held.locationKey === locationKey) return held
  const { phase, conversationId, characterId } = held.store.state.getState()
  const isSame =
    target.kind === 'existing'
      ? conversationId === target.conversationId
      : // A second click on the same character, while the first one's conversation is being created.
        phase === 'creating' && characterId === target.characterId
  return isSame ? { ...held, locationKey } : create()
}

function browserDeps(userId: string): ConversationDeps {
  return {
    createConversation,
    fetchPage,
    readReply: (source, options) => readReply(withExpressions(source), options),
    stopReply,
    versions: versionRequests,
    scenes: sceneRequests,
    onRefused: ({ title, reason, rule }) => toastError(reason, { title, rule }),
    onEditHidden: (text) =>
      toast({
        title: 'The message you were editing is not shown any more',
        description: 'The story was changed in another tab or on another device.',
        action: { label: 'Copy my text', onSelect: () => void copyText(text) },
      }),
    drafts: createDrafts(() => localStorage, userId),
    isFirstView,
    newId,
    now: () => Date.now(),
    nextFrame,
  }
}

/** The model is asked to name the expression of its reply only where the user sees it. */
function withExpressions(source: ReplySource): ReplySource {
  if (!('begin' in source) || getReadingSettings().faces === 'off') return source
  return { begin: { ...source.begin, body: { ...(source.begin.body as object), showsExpressions: true } } }
}

/** Hidden tabs get no animation frames; a timer keeps their text, and what a screen reader announces, up to date. */
function nextFrame(run: () => void) {
  if (document.hidden) setTimeout(run, 250)
  else requestAnimationFrame(run)
}

/** The conversation that the page, or a dialog about it, shows. */
export const ConversationContext = createContext<ConversationStore | null>(null)

export function useConversationStore(): ConversationStore {
  const store = use(ConversationContext)
  if (!store) throw new Error('useConversationStore needs a ConversationContext above it')
  return store
}

/** One part of the state; the component renders again only when that part changes. */
export function useConversationState<T>(select: (state: ConversationState) => T): T {
  return useStore(useConversationStore().state, select)
}

/** Whether this tab shows the greeting for the first time: the typewriter effect runs once. */
function isFirstView(characterId: string, greeting: string): boolean {
  const key = `greeted:${characterId}`
  const isSeen = tryOrNull(() => sessionStorage.getItem(key) === greeting) ?? false
  tryOrNull(() => sessionStorage.setItem(key, greeting))
  return !isSeen
}

/**
 * Stores the text of a message while it is edited, so that a reload or another page does not lose it, and goes on with
 * it when the conversation is opened again, also if the message is far back. Returns a function that stops it. `owner`
 * separates the accounts of one browser.
 */
export function saveEdits(
  store: Pick<ConversationStore, 'state' | 'setEditing'> & { pages: Pick<ConversationStore['pages'], 'reveal'> },
  storage: () => Storage,
  owner: string,
): () => void {
  const keyOf = (conversationId: string) => `edit:${owner}:${conversationId}`
  const edit = (id: string, text: string) => {
    const { messages, editing } = store.state.getState()
    const message = messages.find((one) => one.id === id)
    if (message && !editing) store.setEditing({ key: message.key, text })
    return message !== undefined
  }
  return store.state.subscribe(({ conversationId, phase, messages, editing }, before) => {
    if (!conversationId || phase !== 'open') return
    const key = keyOf(conversationId)
    if (before.phase !== 'open') {
      const [, id, text = ''] = /^([^\n]*)\n([\s\S]*)$/.exec(tryOrNull(() => storage().getItem(key)) ?? '') ?? []
      if (id && !edit(id, text)) void store.pages.reveal(id).then(() => edit(id, text))
    } else if (editing !== before.editing) {
      const id = messages.find((one) => one.key === editing?.key)?.id
      if (!editing) tryOrNull(() => storage().removeItem(key))
      else if (id) tryOrNull(() => storage().setItem(key, `${id}\n${editing.text}`))
    }
  })
}

/** A random UUID. `crypto.randomUUID` exists only on pages served over HTTPS or from localhost. */
export function newId(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID()
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
