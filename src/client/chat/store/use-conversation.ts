import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useStore } from 'zustand/react'
import { endNewcomer, loadSession, useUser } from '#client/accounts/session.ts'
import { hasStatus } from '#client/lib/http.ts'
import { toast } from '#client/ui/toast-store.ts'
import { createConversation, fetchPage, stopReply, versionRequests } from '../api.ts'
import { refreshConversations } from '../conversation-list/conversation-list-api.ts'
import type { ConversationDeps, ConversationTarget } from './conversation-deps.ts'
import type { ConversationState } from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import { createDrafts } from './drafts.ts'
import { newId } from './new-id.ts'
import { type ReplyOptions, type ReplySource, readReply } from './reply-stream.ts'
import { isFirstView } from './seen-greetings.ts'
import { openTabChannel, type TabChannel } from './tabs.ts'

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
  const client = useQueryClient()
  const user = useUser()
  const tabs = useRef<TabChannel | null>(null)
  const create = (): Current => {
    const onChanged = (conversationId: string) => {
      tabs.current?.notify(conversationId)
      endNewcomer()
      void refreshConversations(client)
    }
    return { locationKey, store: new ConversationStore({ ...browserDeps(user.id), onChanged }, target) }
  }
  const [held, setHeld] = useState(create)
  const current = nextStore(held, target, locationKey, create)
  if (current !== held) setHeld(current)
  const { store } = current

  useEffect(() => {
    void store.open()
    tabs.current = openTabChannel((conversationId) => {
      void refreshConversations(client)
      if (conversationId === store.state.getState().conversationId) void store.refresh()
    })
    return () => {
      tabs.current?.close()
      store.detach()
    }
  }, [store, client])
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
    createConversation: (request, signal) => createConversation(request, signal).catch(checkSession),
    fetchPage: (id, before) => fetchPage(id, before).catch(checkSession),
    readReply: readReplyAndCheckSession,
    stopReply: (id, messageId) => stopReply(id, messageId).catch(checkSession),
    versions: {
      choose: (...args) => versionRequests.choose(...args).catch(checkSession),
      editReply: (...args) => versionRequests.editReply(...args).catch(checkSession),
      delete: (...args) => versionRequests.delete(...args).catch(checkSession),
      restore: (...args) => versionRequests.restore(...args).catch(checkSession),
    },
    onRefused: (description) => toast({ variant: 'destructive', title: 'No new version', description }),
    drafts: createDrafts(() => localStorage, userId),
    isFirstView,
    newId,
    now: () => Date.now(),
    nextFrame,
  }
}

async function* readReplyAndCheckSession(source: ReplySource, options: ReplyOptions) {
  try {
    yield* readReply(source, options)
  } catch (error) {
    checkSession(error)
  }
}

/** After a 401 the session is loaded again, which shows the login page; the draft stays in storage. */
function checkSession(error: unknown): never {
  if (hasStatus(error, 401)) void loadSession()
  throw error
}

/** Hidden tabs get no animation frames; a timer keeps their text, and what a screen reader announces, up to date. */
function nextFrame(run: () => void) {
  if (document.hidden) setTimeout(run, 250)
  else requestAnimationFrame(run)
}

/** One part of the state; the component renders again only when that part changes. */
export function useConversationState<T>(store: ConversationStore, select: (state: ConversationState) => T): T {
  return useStore(store.state, select)
}
