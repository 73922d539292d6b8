import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createPortal } from 'react-dom'
import { cx } from '#client/lib/cx.ts'
import { Button } from './button.tsx'
import { type Toast, toastRules, toastStore, useToasts } from './toast-store.ts'

/**
 * Shows toasts: at the bottom on larger screens, at the top on phones. A swipe to the right dismisses one, and F8 moves the
 * focus to them.
 */
export function Toaster() {
  const toasts = useToasts()
  return (
    <Radix.Provider duration={toastRules.duration} swipeDirection="right" swipeThreshold={50}>
      {toasts.map((toast) => (
        <ToastItem key={toast.id} toast={toast} onClose={() => toastStore.dismiss(toast.id)} />
      ))}
      {createPortal(
        // An open dialog hides everything but live regions from screen readers, so the viewport is one. Radix announces
        // toasts itself, hence "off".
        <div aria-live="off">
          <Radix.Viewport
            hotkey={['F8']}
            className="fixed inset-x-0 top-0 z-[60] flex flex-col gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none md:top-auto md:bottom-0 md:left-auto md:w-full md:max-w-[420px] md:p-4"
          />
        </div>,
        document.body,
      )}
    </Radix.Provider>
  )
}

function ToastItem({ toast, onClose }: { toast: Toast; onClose: () => void }) {
  return (
    <Radix.Root
      open={toast.open}
      onOpenChange={(open) => !open && onClose()}
      {...(toast.duration === undefined ? {} : { duration: toast.duration })}
      type={toast.variant === 'destructive' ? 'foreground' : 'background'}
      className={cx(
        'flex items-start gap-3 rounded-lg border bg-card p-4 pr-2 text-ink shadow-raised',
        'data-[state=closed]:animate-sink-out data-[state=open]:animate-rise-in',
        'data-[swipe=move]:translate-x-[var(--radix-toast-swipe-move-x)] data-[swipe=end]:animate-to-right',
        toast.variant === 'destructive' ? 'border-danger' : 'border-line',
      )}
    >
      <div className="min-w-0 flex-1 py-0.5">
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
      <Radix.Close asChild>
        <Button variant="quiet" size="icon" aria-label="Dismiss" className="-my-1.5">
          <X aria-hidden size={17} />
        </Button>
      </Radix.Close>
    </Radix.Root>
  )
}
