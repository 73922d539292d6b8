import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { call, errorText, hasCode, hasStatus } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import type { ConversationMemory, FactPatch, MemoryFact, MemorySummary } from '#shared/memory.ts'
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

type Patch = (memory: ConversationMemory) => ConversationMemory

function patchMemory(client: QueryClient, conversationId: string, patch: Patch): void {
  client.setQueryData(memoryOf(conversationId).queryKey, (memory) => memory && patch(memory))
}

const pinnedFirst = (facts: MemoryFact[]) => [
  ...facts.filter(({ pinned }) => pinned),
  ...facts.filter(({ pinned }) => !pinned),
]

const replaceFact =
  (fact: MemoryFact): Patch =>
  (memory) => ({ ...memory, facts: pinnedFirst(memory.facts.map((other) => (other.id === fact.id ? fact : other))) })

const addFact =
  (fact: MemoryFact): Patch =>
  (memory) => ({ ...memory, facts: pinnedFirst([fact, ...memory.facts]) })

/**
 * The changes of a conversation's memory. Forms show their own errors. The panel shows the errors of its buttons, and the
 * deletion that can be undone, because a toast cannot be reached while the panel is open.
 */
export function useMemoryChanges(conversationId: string) {
  const id = conversationId
  const client = useQueryClient()
  const [problem, setProblem] = useState('')
  const [deleted, setDeleted] = useState<MemoryFact | null>(null)
  const patch = (change: Patch) => patchMemory(client, conversationId, change)
  const onError = (error: Error) => {
    setProblem(errorText(error, 'The memory was not changed. Please try again.'))
    // It was deleted in another tab.
    if (hasStatus(error, 404)) void client.invalidateQueries(memoryOf(conversationId))
  }
  /** Loads the memory again if the request fails because it was changed elsewhere. */
  const readAgainIfChanged = async <T>(request: Promise<T>): Promise<T> => {
    try {
      return await request
    } catch (error) {
      if (hasCode(error, 'changed_elsewhere')) {
        await client.invalidateQueries(memoryOf(conversationId))
      }
      throw error
    }
  }
  const onMutate = () => setProblem('')
  const create = async (fact: { text: string; sources?: string[]; pinned?: boolean }) => {
    patch(addFact((await call('POST /api/conversations/:id/memory/facts', { params: { id }, body: fact })).fact))
  }
  const change = async (factId: string, body: FactPatch) => {
    const request = call('PATCH /api/conversations/:id/memory/facts/:factId', { params: { id, factId }, body })
    patch(replaceFact((await readAgainIfChanged(request)).fact))
  }
  const replace = (memory: ConversationMemory) => patch(() => memory)
  const switchOn = useMutation({
    mutationFn: (enabled: boolean) => call('PUT /api/conversations/:id/memory', { params: { id }, body: { enabled } }),
    onMutate,
    onSuccess: replace,
    onError,
  })
  const pin = useMutation({
    mutationFn: ({ id, pinned }: MemoryFact) => change(id, { pinned: !pinned }),
    onMutate,
    onError,
  })
  const remove = useMutation({
    mutationFn: ({ id: factId }: MemoryFact) =>
      call('DELETE /api/conversations/:id/memory/facts/:factId', { params: { id, factId } }),
    onMutate,
    onSuccess: (_, fact) => {
      patch((memory) => ({ ...memory, facts: memory.facts.filter(({ id }) => id !== fact.id) }))
      setDeleted(fact)
    },
    onError,
  })
  const undo = useMutation({
    mutationFn: ({ text, pinned, sources }: MemoryFact) =>
      create({ text, pinned, sources: sources.map(({ id }) => id) }),
    onMutate,
    onSuccess: () => setDeleted(null),
    onError,
  })
  const correctSummary = async (summaryId: string, text: string, seen?: string) => {
    const request = { params: { id, summaryId }, body: { text, seen } }
    replace(await readAgainIfChanged(call('PUT /api/conversations/:id/memory/summaries/:summaryId', request)))
  }
  const useAgain = useMutation({
    mutationFn: ({ id, text }: MemorySummary) => correctSummary(id, text, text),
    onMutate,
    onError,
  })
  const drop = useMutation({
    mutationFn: ({ id: summaryId }: MemorySummary) =>
      call('DELETE /api/conversations/:id/memory/summaries/:summaryId/correction', { params: { id, summaryId } }),
    onMutate,
    onSuccess: replace,
    onError,
  })
  return { problem, deleted, create, change, correctSummary, useAgain, drop, switchOn, pin, remove, undo }
}
