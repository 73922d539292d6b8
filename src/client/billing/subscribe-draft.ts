import { useSyncExternalStore } from 'react'
import { createStore } from 'zustand/vanilla'
import { tryOrNull } from '#client/lib/try-or-null.ts'

/** The state of the subscribe page, kept in the tab's session storage through reloads and sign-up. Holds no card data. */
export interface SubscribeDraft {
  plan: 'premium' | null
  email: string
  name: string
}

interface StoredDraft extends SubscribeDraft {
  /** The user's id, or null for a visitor. At the next sign-in, a visitor's draft becomes the user's. */
  owner: string | null
}

const key = 'subscribe-draft'
export const emptyDraft: SubscribeDraft = { plan: null, email: '', name: '' }
const emptyStoredDraft: StoredDraft = { ...emptyDraft, owner: null }

/** Creates the draft store of one tab. `storage` is a function because accessing `sessionStorage` may throw. */
export function createDraftStore(storage: () => Storage) {
  const store = createStore<StoredDraft>(() => tryOrNull(() => parse(storage().getItem(key))) ?? emptyStoredDraft)
  const write = (draft: StoredDraft) => {
    store.setState(draft, true)
    // Without storage, the draft is lost on reload.
    tryOrNull(() => storage().setItem(key, JSON.stringify(draft)))
  }
  const isFor = (draft: StoredDraft, owner: string | null) => draft.owner === null || draft.owner === owner
  return {
    subscribe: store.subscribe,
    /** The owner's draft. Drafts of other users are not returned. */
    read: (owner: string | null): SubscribeDraft => {
      const draft = store.getState()
      return isFor(draft, owner) ? draft : emptyDraft
    },
    change: (owner: string | null, changes: Partial<SubscribeDraft>) => {
      const draft = store.getState()
      write({ ...(isFor(draft, owner) ? draft : emptyStoredDraft), ...changes, owner })
    },
    clear: () => write(emptyStoredDraft),
  }
}

function parse(stored: string | null): StoredDraft {
  const value: Partial<Record<keyof StoredDraft, unknown>> = JSON.parse(stored ?? '{}')
  return {
    plan: value.plan === 'premium' ? 'premium' : null,
    email: typeof value.email === 'string' ? value.email : '',
    name: typeof value.name === 'string' ? value.name : '',
    owner: typeof value.owner === 'string' ? value.owner : null,
  }
}

const store = createDraftStore(() => sessionStorage)

export const clearDraft = () => store.clear()

/** The draft of the signed-in `owner`, or of a visitor (null). */
export function useDraft(owner: string | null) {
  const draft = useSyncExternalStore(
    store.subscribe,
    () => store.read(owner),
    // Prerendered pages have an empty draft.
    () => emptyDraft,
  )
  return { draft, change: (changes: Partial<SubscribeDraft>) => store.change(owner, changes) }
}

/** Chooses the plan before the subscribe page opens. */
export const choosePremium = (owner: string | null) => store.change(owner, { plan: 'premium' })
