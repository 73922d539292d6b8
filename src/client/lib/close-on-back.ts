import { useEffect, useRef } from 'react'

interface Tab {
  history: Pick<History, 'state' | 'pushState' | 'back'>
  location: Pick<Location, 'href'>
}

interface EntryState {
  /** The router's key of the page. */
  key?: string
  /** Whether the entry was added for an overlay of the page. */
  isOverlay?: boolean
}

/**
 * Lets Back close what is open over the page, the topmost first. The history gets one entry of the same address for it,
 * which stays when something is closed otherwise: the next overlay uses it again, and Back passes over it.
 */
export class BackStack {
  readonly #tab: Tab
  readonly #open: (() => void)[] = []
  /** The page below the added entry that is shown; null while none is. */
  #page: { key: string | undefined; href: string } | null

  constructor(tab: Tab) {
    this.#tab = tab
    this.#page = this.#state.isOverlay ? this.#here() : null
  }

  /** `close` is called by Back. Returns a function to call when it was closed otherwise. */
  add(close: () => void): () => void {
    this.#open.push(close)
    this.#addEntry()
    return () => {
      const at = this.#open.lastIndexOf(close)
      if (at >= 0) this.#open.splice(at, 1)
    }
  }

  /** To be called when the history went to another entry. Returns whether the page is the same: no other listener must handle it. */
  onPop(): boolean {
    const from = this.#page
    const here = this.#here()
    this.#page = this.#state.isOverlay ? here : null
    if (this.#page || !from || from.key !== here.key || from.href !== here.href) return false
    const close = this.#open.at(-1)
    if (close) {
      close()
      // If it did not close, or something below it is open, the next Back closes that.
      setTimeout(() => {
        if (this.#open.length > 0) this.#addEntry()
      })
    } else this.#tab.history.back()
    return true
  }

  get #state(): EntryState {
    return (this.#tab.history.state ?? {}) as EntryState
  }

  #here() {
    return { key: this.#state.key, href: this.#tab.location.href }
  }

  #addEntry(): void {
    if (!this.#state.isOverlay) this.#tab.history.pushState({ ...this.#state, isOverlay: true }, '')
    this.#page = this.#here()
  }
}

let stack: BackStack | null = null

function backStack(): BackStack {
  if (stack) return stack
  const created = new BackStack(window)
  // Before the router's listener, which would load the page again.
  const onPop = (event: PopStateEvent) => created.onPop() && event.stopImmediatePropagation()
  window.addEventListener('popstate', onPop, { capture: true })
  stack = created
  return created
}

/** On phones, Back closes what is open over the page instead of leaving the page. */
export function useCloseOnBack(isOpen: boolean, close: () => void): void {
  const latest = useRef(close)
  useEffect(() => {
    latest.current = close
  })
  useEffect(() => {
    const isPhone = window.matchMedia('(max-width: 767.98px), (pointer: coarse)').matches
    return isOpen && isPhone ? backStack().add(() => latest.current()) : undefined
  }, [isOpen])
}
