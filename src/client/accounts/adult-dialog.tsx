import { queryClient } from '#client/lib/query-client.ts'
import { ConfirmDialog } from '#client/ui/confirm-dialog.tsx'
import { confirmAdult } from './api.ts'

export function AdultDialog({ onConfirmed }: { onConfirmed: () => void }) {
  const confirm = async () => {
    await confirmAdult()
    // The account may now access more characters, which affects all lists.
    void queryClient.invalidateQueries()
    onConfirmed()
  }
  return (
    <ConfirmDialog
      title="Are you 18 or older?"
      text="Characters rated mature or explicit are written for adults. Please confirm your age before you continue."
      action="I am 18 or older"
      busyAction="Confirming…"
      cancel="Not now"
      onConfirm={confirm}
    >
      <p className="mb-6 text-ink-soft text-sm">
        We ask only once. We store the date you confirmed, and nothing else about your age.
      </p>
    </ConfirmDialog>
  )
}
