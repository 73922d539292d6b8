import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { useAdultQuestion } from './adult-confirmation.ts'
import { confirmAdult } from './api.ts'

/** Opens when `askForAdultConfirmation` is called. Mounted once in the signed-in app. */
export function AdultConfirmationDialog() {
  const { question } = useAdultQuestion()
  const queryClient = useQueryClient()
  const [busy, setBusy] = useState(false)

  const confirm = async () => {
    setBusy(true)
    try {
      await confirmAdult()
      // The account may now access more characters, which affects all lists.
      void queryClient.invalidateQueries()
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
      description="Characters rated mature or explicit are written for adults. Please confirm your age before you continue."
    >
      <p className="text-ink-soft text-sm">
        We ask only once. We store the date you confirmed, and nothing else about your age.
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
