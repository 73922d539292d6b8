import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type FocusEvent, useRef } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '#client/lib/cx.ts'
import { Button } from './button.tsx'
import { dismissToast, type Toast, toastRules, useToasts } from './toast-store.ts'

/**
 * Shows toasts. On phones they are below the top bar of a page or of a panel, and at the very top over a dialog or the menu:
 * the buttons of pages and dialogs are at the bottom there. In larger windows they are at the bottom right, above the composer
 * or the bar that a page has there (the anchor `--bottom-bar`; browsers ignore how far a sticky bar has moved, so such a bar
 * has a fixed pseudo-element as its anchor). A swipe to the right dismisses one, and F8 moves the focus to them.
 */
export function Toaster() {
  const { toasts } = useToasts()
  const { list, onFocus, returnFocus } = useFocusReturn()
  return (
    <Radix.Provider swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastItem
          key={toast.id}
          toast={toast}
          onClose={() => {
            dismissToast(toast.id)
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
              'fixed inset-x-0 z-[60] flex flex-col gap-2 p-2.5 outline-none',
              'max-md:top-[calc(4rem+env(safe-area-inset-top))]',
              'max-md:in-[body:has(>[role=dialog][data-state=open]:not([data-sheet=right]))]:top-[env(safe-area-inset-top)]',
              'md:bottom-28 md:left-auto md:w-full md:max-w-[420px] md:p-4',
              'md:supports-[anchor-name:--a]:bottom-[max(anchor(--bottom-bar_top,0px),var(--keyboard-inset,0px))]',
            )}
          />
        </div>,
        document.body,
      )}
    </Radix.Provider>
  )
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
