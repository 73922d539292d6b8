import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createContext, use, useEffect, useState } from 'react'
import { call, errorText, hasCode, hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { FactPatch, MemoryFact, MemorySource, MemorySummary } from '#shared/memory.ts'
import { subscribeToChanges } from '../live/live-changes.ts'

export const memoryOf = (conversationId: string) =>
  queryOf('GET /api/conversations/:id/memory', { params: { id: conversationId } })

/**
 * What a conversation remembers. It is read again when the conversation changes elsewhere, and every few seconds while a
 * part of it is being written.
 */
export function useMemory(conversationId: string) {
  const client = useQueryClient()
  useEffect(
    () =>
      subscribeToChanges((change) => {
        if (change !== 'missed' && change.conversationId !== conversationId) return
        void client.invalidateQueries(memoryOf(conversationId))
      }),
    [client, conversationId],
  )
  return useQuery({
    ...memoryOf(conversationId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
  })
}

interface MemoryPanelState {
  changes: ReturnType<typeof useMemoryChanges>
  /** The names of the player and of the conversation's character. */
  speakers: { user: string; character: string }
  /** Leads to a message that something is remembered from. */
  jump: (source: MemorySource) => void
}

/** What all parts of the panel need. */
export const MemoryContext = createContext<MemoryPanelState | null>(null)

export function useMemoryPanel(): MemoryPanelState {
  const panel = use(MemoryContext)
  if (!panel) throw new Error('useMemoryPanel needs a MemoryContext above it')
  return panel
}

/**
 * The changes of a conversation's memory. Forms show their own errors. The panel shows the errors of its buttons, and the
 * deletion that can be undone, because a toast cannot be reached while the panel is open.
 */
export function useMemoryChanges(id: string) {
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const [deleted, setDeleted] = useState<MemoryFact | null>(null)
  const refresh = () => client.invalidateQueries(memoryOf(id))
  const onMutate = () => setProblem('')
  const onError = (error: Error) => {
    setProblem(errorText(error, 'The memory was not changed. Please try again.'))
    // It was deleted in another tab.
    if (hasStatus(error, 404)) void refresh()
  }
  const shared = { onMutate, onError }
  const options = { ...shared, onSuccess: refresh }
  /** What was changed elsewhere is loaded again too. */
  const save = async (request: Promise<unknown>) => {
    try {
      await request
      await refresh()
    } catch (error) {
      if (hasCode(error, 'changed_elsewhere')) await refresh()
      throw error
    }
  }
  const create = (body: { text: string; sources?: string[]; pinned?: boolean }) =>
    save(call('POST /api/conversations/:id/memory/facts', { params: { id }, body }))
  const change = (factId: string, body: FactPatch) =>
    save(call('PATCH /api/conversations/:id/memory/facts/:factId', { params: { id, factId }, body }))
  const correctSummary = (summaryId: string, text: string, seen?: string) => {
    const request = { params: { id, summaryId }, body: { text, seen } }
    return save(call('PUT /api/conversations/:id/memory/summaries/:summaryId', request))
  }
  const switchOn = useMutation({
    ...options,
    mutationFn: (enabled: boolean) => call('PUT /api/conversations/:id/memory', { params: { id }, body: { enabled } }),
  })
  const pin = useMutation({ ...shared, mutationFn: ({ id, pinned }: MemoryFact) => change(id, { pinned: !pinned }) })
  const remove = useMutation({
    ...options,
    mutationFn: ({ id: factId }: MemoryFact) =>
      call('DELETE /api/conversations/:id/memory/facts/:factId', { params: { id, factId } }),
    onSuccess: async (_, fact) => {
      await refresh()
      setDeleted(fact)
    },
  })
  const undo = useMutation({
    ...shared,
    mutationFn: ({ text, pinned, sources }: MemoryFact) =>
      create({ text, pinned, sources: sources.map(({ id }) => id) }),
    onSuccess: () => setDeleted(null),
  })
  const useAgain = useMutation({
    ...shared,
    mutationFn: ({ id, text }: MemorySummary) => correctSummary(id, text, text),
  })
  const drop = useMutation({
    ...options,
    mutationFn: ({ id: summaryId }: MemorySummary) =>
      call('DELETE /api/conversations/:id/memory/summaries/:summaryId/correction', { params: { id, summaryId } }),
  })
  return { problem, deleted, create, change, correctSummary, useAgain, drop, switchOn, pin, remove, undo }
}
