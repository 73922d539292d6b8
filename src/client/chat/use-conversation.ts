import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { loadSession, useUser } from '#client/accounts/session.ts'
import { hasStatus } from '#client/lib/http.ts'
import { findTurn, openPage, stopReply } from './api.ts'
import { forgetBecame, noteBecame, readBecame } from './became.ts'
import { refreshConversations } from './conversation-list-api.ts'
import type { ConversationParts, Scene } from './conversation-parts.ts'
import type { ConversationState } from './conversation-state.ts'
import { ConversationStore } from './conversation-store.ts'
import { createDrafts } from './drafts.ts'
import { newId } from './new-id.ts'
import { type ReplyOptions, type ReplySource, readReply } from './reply-stream.ts'
import { joinTabs, type Tabs } from './tabs.ts'

/**
 * The conversation on stage. `sceneKey` says which one is meant: the conversation, or the place of a new chat. A new
 * chat that becomes a conversation keeps its store, so that nothing on the screen moves when its address changes.
 */
export function useConversation(scene: Scene, sceneKey: string): ConversationStore {
  const client = useQueryClient()
  const user = useUser()
  const [tabs] = useState<{ now: Tabs | null }>(() => ({ now: null }))
  const begin = () => {
    const onChanged = (conversationId: string) => {
      if (!scene.conversationId) noteBecame({ characterId: scene.characterId, conversationId })
      tabs.now?.tell(conversationId)
      void refreshConversations(client)
    }
    const conversationId = scene.conversationId ?? readBecame(scene.characterId, sceneKey)
    return {
      sceneKey,
      store: new ConversationStore({ ...browserParts(user.id), onChanged }, { ...scene, conversationId }),
    }
  }
  const [held, setHeld] = useState(begin)
  const current = isOn(held, scene, sceneKey) ? held : begin()
  if (current !== held) setHeld(current)
  const { store } = current

  useEffect(() => {
    if (!store.cell.get().conversationId) forgetBecame()
    void store.open()
    tabs.now = joinTabs((conversationId) => {
      void refreshConversations(client)
      if (conversationId === store.cell.get().conversationId) void store.refresh()
    })
    return () => {
      tabs.now?.leave()
      store.leave()
    }
  }, [store, client, tabs])
  return store
}

function isOn(held: { sceneKey: string; store: ConversationStore }, scene: Scene, sceneKey: string): boolean {
  if (held.sceneKey === sceneKey) return true
  return Boolean(scene.conversationId) && held.store.cell.get().conversationId === scene.conversationId
}

function browserParts(userId: string): ConversationParts {
  return {
    openPage: (id, before) => openPage(id, before).catch(sessionMayHaveEnded),
    readReply: readReplyAs,
    findTurn: (id) => findTurn(id).catch(sessionMayHaveEnded),
    stopReply: (id, messageId) => stopReply(id, messageId).catch(sessionMayHaveEnded),
    drafts: createDrafts(() => localStorage, userId),
    newId,
    now: () => Date.now(),
    nextFrame,
  }
}

async function* readReplyAs(source: ReplySource, options: ReplyOptions) {
  try {
    yield* readReply(source, options)
  } catch (error) {
    sessionMayHaveEnded(error)
  }
}

/** Whoever was logged out meanwhile is asked to log in; their draft waits for them. */
function sessionMayHaveEnded(error: unknown): never {
  if (hasStatus(error, 401)) void loadSession()
  throw error
}

/** Hidden tabs draw no frames; a slow beat keeps their text (and what a screen reader hears) current. */
function nextFrame(run: () => void) {
  if (document.hidden) setTimeout(run, 250)
  else requestAnimationFrame(run)
}

/** One slice of the conversation; the component is drawn again only when that slice changes. */
export function useSlice<T>(store: ConversationStore, select: (state: ConversationState) => T): T {
  const read = useCallback(() => select(store.cell.get()), [store, select])
  return useSyncExternalStore(store.cell.subscribe, read)
}
