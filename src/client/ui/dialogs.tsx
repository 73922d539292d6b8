import { type ComponentType, Fragment, type ReactNode, useEffect } from 'react'
import { createStore, useStore } from 'zustand'
import { CloseContext } from './close-context.ts'
import { type LazyPartOptions, lazyPart } from './lazy-part.tsx'

interface OpenDialog {
  id: number
  /** Of the page on which it was opened; null if it belongs to no page. */
  path: string | null
  element: ReactNode
  onClosed: (() => void) | undefined
}

/** The open dialogs, the topmost last. */
export const dialogStore = createStore<{ open: readonly OpenDialog[] }>(() => ({ open: [] }))

let count = 0

function closeWhere(isClosed: (dialog: OpenDialog) => boolean): void {
  const { open } = dialogStore.getState()
  dialogStore.setState({ open: open.filter((dialog) => !isClosed(dialog)) })
  for (const { onClosed } of open.filter(isClosed)) onClosed?.()
}

export const closeDialogs = () => closeWhere(() => true)

/** To be called when a page is left. The address changes first: what was opened since then belongs to the next page. */
export const closeDialogsOfOtherPages = () =>
  closeWhere(({ path }) => path !== null && path !== window.location.pathname)

/**
 * A dialog that any code can open, above the page that is shown. Opened again, it starts anew; it is closed with the page,
 * unless it belongs to none (`isOfPage`). What it shows closes it with `useClose`.
 */
export function createDialog<Props extends object>(Part: ComponentType<Props>, { isOfPage = true } = {}) {
  let shownId = 0
  const isOpen = () => dialogStore.getState().open.some(({ id }) => id === shownId)
  const close = (closedId = shownId) => closeWhere(({ id }) => id === closedId)
  const open = (props: Props, onClosed?: () => void) => {
    close()
    count += 1
    const id = count
    shownId = id
    const element = (
      <CloseContext value={() => close(id)}>
        <Part {...props} />
      </CloseContext>
    )
    const path = isOfPage ? window.location.pathname : null
    dialogStore.setState((state) => ({ open: [...state.open, { id, path, element, onClosed }] }))
  }
  const toggle = (props: Props) => (isOpen() ? close() : open(props))
  return { isOpen, open, toggle, close: () => close() }
}

/** The same, with code that is loaded when it is opened first. */
export function lazyDialog<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  options?: LazyPartOptions<Props>,
) {
  const Part = lazyPart(load, options)
  return { ...createDialog<Props>(Part), preload: Part.preload }
}

/** Shows the open dialogs. They are outside the page: a list may unmount the element that opened one. */
export function Dialogs() {
  const open = useStore(dialogStore, (state) => state.open)
  useEffect(() => closeDialogs, [])
  return open.map(({ id, element }) => <Fragment key={id}>{element}</Fragment>)
}
