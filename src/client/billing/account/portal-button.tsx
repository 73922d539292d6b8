import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { subscribeMessages } from '#shared/customer.ts'
import { openPortal } from '../api.ts'

export function PortalButton({ label }: { label: string }) {
  const open = useSingleMutation({ mutationFn: openPortal, onError: showError })
  return (
    <Button variant="outline" disabled={open.isPending} onClick={() => open.mutate()}>
      {label}
    </Button>
  )
}

export function showError(error: unknown): void {
  toastError(error, { fallback: subscribeMessages.unexpected })
}
