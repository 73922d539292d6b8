import { useMutation, useQuery } from '@tanstack/react-query'
import { createContext, use, useState } from 'react'
import { call, errorText } from '#client/lib/http.ts'
import { queryClient, queryOf } from '#client/lib/query-client.ts'
import type { RequestOf } from '#shared/api.ts'
import type { FactPatch, MemoryFact, MemorySource, MemorySummary } from '#shared/memory.ts'

const memoryOf = (conversationId: string) =>
  queryOf('GET /api/conversations/:id/memory', { params: { id: conversationId } })

/** What a conversation remembers. It is read again every few seconds while a part of it is being written. */
export const useMemory = (conversationId: string) =>
  useQuery({
    ...memoryOf(conversationId),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.pending ? 3_000 : false),
  })

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

/** Changes of what a conversation remembers. It is then loaded again; after a refusal too: it was changed elsewhere. */
export function memoryRequests(id: string) {
  const save = (request: Promise<unknown>) => request.finally(() => queryClient.invalidateQueries(memoryOf(id)))
  const create = (body: RequestOf<'POST /api/conversations/:id/memory/facts'>['body']) =>
    save(call('POST /api/conversations/:id/memory/facts', { params: { id }, body }))
  return {
    switchOn: (enabled: boolean) =>
      save(call('PUT /api/conversations/:id/memory', { params: { id }, body: { enabled } })),
    create,
    restore: ({ text, pinned, sources }: MemoryFact) =>
      create({ text, pinned, sources: sources.map((source) => source.id) }),
    change: (factId: string, body: FactPatch) =>
      save(call('PATCH /api/conversations/:id/memory/facts/:factId', { params: { id, factId }, body })),
    remove: (factId: string) =>
      save(call('DELETE /api/conversations/:id/memory/facts/:factId', { params: { id, factId } })),
    correctSummary: (summaryId: string, text: string, seen?: string) => {
      const request = { params: { id, summaryId }, body: { text, seen } }
      return save(call('PUT /api/conversations/:id/memory/summaries/:summaryId', request))
    },
    drop: (summaryId: string) =>
      save(call('DELETE /api/conversations/:id/memory/summaries/:summaryId/correction', { params: { id, summaryId } })),
  }
}

/**
 * The changes of a conversation's memory. Forms show their own errors. The panel shows the errors of its buttons, and the
 * deletion that can be undone, because a toast cannot be reached while the panel is open.
 */
export function useMemoryChanges(id: string) {
  const requests = memoryRequests(id)
  const { create, change, correctSummary } = requests
  const [problem, setProblem] = useState('')
  const [deleted, setDeleted] = useState<MemoryFact | null>(null)
  const options = {
    onMutate: () => setProblem(''),
    onError: (error: Error) => setProblem(errorText(error, 'The memory was not changed. Please try again.')),
  }
  const switchOn = useMutation({ ...options, mutationFn: requests.switchOn })
  const pin = useMutation({ ...options, mutationFn: (fact: MemoryFact) => change(fact.id, { pinned: !fact.pinned }) })
  const remove = useMutation({
    ...options,
    mutationFn: (fact: MemoryFact) => requests.remove(fact.id),
    onSuccess: (_, fact) => setDeleted(fact),
  })
  const undo = useMutation({ ...options, mutationFn: requests.restore, onSuccess: () => setDeleted(null) })
  const useAgain = useMutation({
    ...options,
    mutationFn: (summary: MemorySummary) => correctSummary(summary.id, summary.text, summary.text),
  })
  const drop = useMutation({ ...options, mutationFn: (summary: MemorySummary) => requests.drop(summary.id) })
  return { problem, deleted, create, change, correctSummary, useAgain, drop, switchOn, pin, remove, undo }
}
