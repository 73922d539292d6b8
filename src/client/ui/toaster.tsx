import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type FocusEvent, type RefObject, useEffect, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '#client/lib/cx.ts'
import { Button } from './button.tsx'
import { type Toast, toastRules, toastStore, useToasts } from './toast-store.ts'

/**
 * Shows toasts at the bottom, over the controls that a page has there (toast-lift.ts). On phones they are at the top while
 * a dialog is open, whose buttons are at the bottom, but not while the menu is, which leads to other pages. A page can make
 * room for them (`--toast-room`). A swipe to the right dismisses one, and F8 moves the focus to them.
 */
export function Toaster() {
  const toasts = useToasts()
  const { list, onFocus, returnFocus } = useFocusReturn()
  useToastRoom(
    list,
    toasts.some(({ open }) => open),
  )
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastItem
          key={toast.id}
          toast={toast}
          onClose={() => {
            toastStore.dismiss(toast.id)
            returnFocus()
          }}
        />
      ))}
      {createPortal(
        // An open dialog hides everything but live regions from screen readers, so the viewport is one. Radix announces
        // toasts itself, hence "off".
        <div aria-live="off">
          <Radix.Viewport
            ref={list}
            hotkey={['F8']}
            onFocus={onFocus}
            className={cx(
              'fixed inset-x-0 bottom-[max(var(--toast-lift,0px),var(--keyboard-inset,0px),env(safe-area-inset-bottom))] z-[60] flex flex-col gap-2 p-2.5 outline-none',
              'max-md:in-[body:has(>[role=dialog][data-state=open]:not([data-sheet=left]))]:top-[env(safe-area-inset-top)] max-md:in-[body:has(>[role=dialog][data-state=open]:not([data-sheet=left]))]:bottom-auto',
              'md:left-auto md:w-full md:max-w-[420px] md:p-4',
            )}
          />
        </div>,
        document.body,
      )}
    </Radix.Provider>
  )
}

/** Tells pages how high the visible toast is. */
function useToastRoom(list: RefObject<HTMLElement | null>, isOpen: boolean) {
  useEffect(() => {
    const element = list.current
    if (!element || !isOpen) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--toast-room', `${element.offsetHeight}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--toast-room')
    }
  }, [list, isOpen])
}

/** Radix moves the focus to the list when a toast with the focus closes; it returns to where it was before. */
function useFocusReturn() {
  const list = useRef<HTMLOListElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const onFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget))
      before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }
  const returnFocus = () => {
    requestAnimationFrame(() => {
      if (list.current?.contains(document.activeElement)) before.current?.focus()
    })
  }
  return { list, onFocus, returnFocus }
}

function ToastItem({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && onClose()}
      duration={toast.duration ?? (toast.action ? toastRules.durationWithAction : toastRules.duration)}
      type={toast.variant === 'destructive' ? 'foreground' : 'background'}
      className={cx(
        'flex items-start gap-3 rounded-lg border bg-card p-4 pr-2 text-ink shadow-raised',
        'data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=end]:animate-to-right',
        toast.variant === 'destructive' ? 'border-danger' : 'border-line',
      )}
    >
      {/* A long action stands below the text where both have no room beside each other. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-3.5 py-0.5">
        <div className="min-w-0 flex-1 basis-44">
          <Radix.Title className={cx('font-semibold', toast.variant === 'destructive' && 'text-danger')}>
            {toast.title}
          </Radix.Title>
          {toast.description && (
            <Radix.Description className="mt-0.5 text-ink-soft text-sm">{toast.description}</Radix.Description>
          )}
        </div>
        {toast.action && (
          <Radix.Action altText={toast.action.label} asChild>
            <Button variant="outline" onClick={toast.action.onSelect} className="-my-1.5">
              {toast.action.label}
            </Button>
          </Radix.Action>
        )}
      </div>
      <Radix.Close asChild>
        <Button variant="quiet" size="icon" icon={X} aria-label="Dismiss" className="-my-1.5" />
      </Radix.Close>
    </Radix.Root>
  )
}
