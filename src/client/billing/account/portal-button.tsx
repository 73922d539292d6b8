import { call } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { subscribeMessages } from '#shared/customer.ts'

export function PortalButton({ label }: { label: string }) {
  const open = useSingleMutation({
    mutationFn: () => call('POST /api/billing-portal'),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: showError,
  })
  return (
    <Button variant="outline" disabled={open.isPending} onClick={() => open.mutate()}>
      {label}
    </Button>
  )
}

export function showError(error: unknown): void {
  toastError(error, { fallback: subscribeMessages.unexpected })
}
