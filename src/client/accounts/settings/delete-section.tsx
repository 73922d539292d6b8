import { useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits } from '#shared/accounts.ts'
import { requestDeletion } from '../api.ts'
import { PasswordCheckForm } from './password-check-form.tsx'
import { SettingsSection } from './settings-section.tsx'

const windowDays = accountLimits.deletionWindow / 86_400_000

export function DeleteSection() {
  const [openedAt, setOpenedAt] = useState<number | null>(null)
  const deleteAccount = async (password: string) => {
    const deletedAt = await requestDeletion(password)
    toast({
      title: 'Your account will be deleted',
      description: `Log in before ${longDate(deletedAt)} to change your mind.`,
      duration: 15_000,
    })
  }
  return (
    <SettingsSection
      title="Delete account"
      text={`You can change your mind for ${windowDays} days. After that, nobody can.`}
    >
      <Button variant="outline" onClick={() => setOpenedAt(Date.now())}>
        Delete my account
      </Button>
      <Dialog
        open={openedAt !== null}
        onOpenChange={(open) => !open && setOpenedAt(null)}
        title="Delete your account?"
        description="You are signed out everywhere, and your public characters leave the gallery at once."
      >
        <div className="mb-5 flex flex-col gap-2 text-sm">
          <p>
            Until <strong>{longDate((openedAt ?? 0) + accountLimits.deletionWindow)}</strong> you can log in and bring
            everything back. Then your account, characters, conversations and ratings are deleted for good.
          </p>
          <p className="text-ink-soft">
            People who talked with your characters keep what was said in their own conversations, under the character’s
            name and face.
          </p>
        </div>
        <PasswordCheckForm
          asksUsername
          variant="danger"
          label="Delete my account"
          busyLabel="Deleting…"
          onSubmit={deleteAccount}
          onCancel={() => setOpenedAt(null)}
        />
      </Dialog>
    </SettingsSection>
  )
}
