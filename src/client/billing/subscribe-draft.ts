import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'

/** What was chosen and entered on the subscribe page. Holds no card data. */
export interface SubscribeDraft {
  plan: 'premium' | null
  email: string
  name: string
}

interface OwnedDraft extends SubscribeDraft {
  /** The user's id, or null for a visitor. At the next sign-in, a visitor's draft becomes the user's. */
  owner: string | null
}

const emptyDraft: OwnedDraft = { plan: null, email: '', name: '', owner: null }

/** Kept in the tab's session storage through reloads and sign-up. Prerendered pages have an empty draft. */
const useStoredDraft = create<OwnedDraft>()(
  persist(() => emptyDraft, { name: 'subscribe-draft', storage: createJSONStorage(() => sessionStorage) }),
)

/** The draft of the signed-in `owner`, or of a visitor (null). Drafts of other users are not returned. */
export const draftOf = (owner: string | null, stored = useStoredDraft.getState()) =>
  stored.owner === null || stored.owner === owner ? stored : emptyDraft

export const changeDraft = (owner: string | null, changes: Partial<SubscribeDraft>) =>
  useStoredDraft.setState({ ...draftOf(owner), ...changes, owner })

export function useDraft(owner: string | null) {
  return {
    draft: draftOf(owner, useStoredDraft()),
    change: (changes: Partial<SubscribeDraft>) => changeDraft(owner, changes),
  }
}

export const clearDraft = () => useStoredDraft.setState(emptyDraft)
