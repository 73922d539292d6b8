import { useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { dataExportPath, logOut, restoreAccount } from './api.ts'

/** The only page of an account that is scheduled for deletion: restore it, download its data or log out. */
export function PendingDeletionPage({ name, deletedAt }: { name: string; deletedAt: number }) {
  useTitle('Your account will be deleted')
  const [busy, setBusy] = useState(false)

  const run = async (action: () => Promise<unknown>, onSuccess?: () => void) => {
    setBusy(true)
    try {
      await action()
      onSuccess?.()
    } catch (error) {
      toastError(error)
      setBusy(false)
    }
  }
  const restore = () =>
    run(restoreAccount, () =>
      toast({
        title: 'Account restored',
        description: 'Your characters, conversations and ratings are all still here.',
      }),
    )

  return (
    <main id="main" className="grid place-items-center px-4 py-12">
      <div className="flex max-w-lg flex-col items-center text-center">
        <div aria-hidden className="mb-6 text-ink">
          <EmptyDoor />
        </div>
        <h1 ref={focusOnMount} tabIndex={-1} className="font-[550] text-3xl outline-none sm:text-4xl">
          Do you want to keep your account, {name}?
        </h1>
        <p className="mt-4 text-balance text-md">
          You asked us to delete this account. It will be deleted on <strong>{longDate(deletedAt)}</strong>, together
          with your characters, conversations and ratings.
        </p>
        <p className="mt-2 text-balance text-ink-soft text-md">Until then you can restore it, and nothing is lost.</p>
        <div className="mt-8 flex flex-wrap justify-center gap-3">
          <Button size="lg" disabled={busy} onClick={() => void restore()}>
            Keep my account
          </Button>
          <a href={dataExportPath} download className={buttonClass({ variant: 'outline', size: 'lg' })}>
            Download my data
          </a>
        </div>
        <Button variant="quiet" className="mt-3" disabled={busy} onClick={() => void run(logOut)}>
          Log out
        </Button>
      </div>
    </main>
  )
}
