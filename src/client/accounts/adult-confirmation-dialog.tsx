import { useQueryClient } from '@tanstack/react-query'
import { useState, useSyncExternalStore } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { adultConfirmation } from './adult-confirmation.ts'
import { confirmAdult } from './api.ts'

/** Stands once in the signed-in half and opens whenever `askForAdultConfirmation` is called. */
export function AdultConfirmationDialog() {
  const question = useSyncExternalStore(adultConfirmation.subscribe, adultConfirmation.getSnapshot)
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    try {
      await confirmAdult()
      // What may be met has changed, wherever it is listed.
      void client.invalidateQueries()
      question?.answer(true)
    } catch (error) {
      toast({ variant: 'destructive', title: 'Error', description: errorText(error, 'An unexpected error occurred') })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      open={question !== null}
      onOpenChange={(open) => !open && question?.answer(false)}
      title="Are you 18 or older?"
      description="Characters rated mature or explicit are written for adults. Before you read, write or talk with them, please tell us that you are one."
    >
      <p className="text-ink-soft text-sm">
        You are asked once. We keep the day you confirmed and nothing else about your age.
      </p>
      <div className="mt-6 flex flex-wrap justify-end gap-2.5">
        <Button variant="outline" onClick={() => question?.answer(false)}>
          Not now
        </Button>
        <Button onClick={() => void confirm()} disabled={busy}>
          {busy ? 'Confirming…' : 'I am 18 or older'}
        </Button>
      </div>
    </Dialog>
  )
}
