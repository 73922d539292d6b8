import { useSyncExternalStore } from 'react'
import type { CustomerEntry } from '#shared/customer.ts'

/**
 * What was typed into the subscribe page, kept in this tab so that neither a reload nor signing up on the way loses it.
 * A card is never part of it.
 */
export interface SubscribeDraft extends CustomerEntry {
  /** The payment form was open. */
  paying: boolean
}

interface Kept extends SubscribeDraft {
  /** Whose it is; null while a visitor types, and then it is for whoever signs in. */
  owner: string | null
}

const key = 'subscribe-draft'
export const emptyDraft: SubscribeDraft = { plan: null, email: '', name: '', paying: false }
const nothing: Kept = { ...emptyDraft, owner: null }

/** One draft for one tab; the storage is an argument, since there is none where pages are rendered ahead. */
export function createDraftStore(storage: () => Storage) {
  let kept: Kept | null = null
  const listeners = new Set<() => void>()
  const write = (next: Kept) => {
    kept = next
    try {
      storage().setItem(key, JSON.stringify(next))
    } catch {
      // Storage may be full or closed to us; the draft then lasts as long as the page.
    }
    for (const listener of listeners) listener()
  }
  const read = (): Kept => {
    kept ??= parse(() => storage().getItem(key))
    return kept
  }
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    /** Somebody else's draft is nobody's. */
    read: (owner: string | null): SubscribeDraft => {
      const now = read()
      return now.owner === null || now.owner === owner ? now : emptyDraft
    },
    change: (owner: string | null, changes: Partial<SubscribeDraft>) => {
      const now = read()
      const base = now.owner === null || now.owner === owner ? now : nothing
      write({ ...base, ...changes, owner })
    },
    forget: () => write(nothing),
  }
}

function parse(stored: () => string | null): Kept {
  try {
    const value: Partial<Record<keyof Kept, unknown>> = JSON.parse(stored() ?? '{}')
    return {
      plan: value.plan === 'premium' ? 'premium' : null,
      email: typeof value.email === 'string' ? value.email : '',
      name: typeof value.name === 'string' ? value.name : '',
      paying: value.paying === true,
      owner: typeof value.owner === 'string' ? value.owner : null,
    }
  } catch {
    return nothing
  }
}

const store = createDraftStore(() => sessionStorage)

export const forgetDraft = () => store.forget()

/** The visitor's draft, or the signed-in `owner`'s. */
export function useDraft(owner: string | null) {
  const draft = useSyncExternalStore(
    store.subscribe,
    () => store.read(owner),
    () => emptyDraft,
  )
  return { draft, change: (changes: Partial<SubscribeDraft>) => store.change(owner, changes) }
}

/** For links that lead to the subscribe page: the plan is chosen on the way. */
export const choosePremium = (owner: string | null) => store.change(owner, { plan: 'premium' })
