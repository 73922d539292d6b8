import { createStore } from 'zustand'

/** What the open page offers in the command palette. */
export interface PageAction {
  id: string
  title: string
  /** Secondary text, such as the command. */
  detail: string
  run: () => void
}

export const pageActions = createStore<{ actions: readonly PageAction[] }>(() => ({ actions: [] }))

/** Offers these actions until the returned function is called. */
export function setPageActions(actions: readonly PageAction[]): () => void {
  pageActions.setState({ actions })
  return () => {
    if (pageActions.getState().actions === actions) pageActions.setState({ actions: [] })
  }
}
