import { longDate } from '#client/lib/dates.ts'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits } from '#shared/accounts.ts'
import { requestDeletion } from '../api.ts'
import { passwordDialog } from '../dialogs.ts'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

const windowDays = accountLimits.deletionWindow / 86_400_000

export function DeleteSection() {
  const { accountType } = useUser()
  const deleteAccount = async (password: string) => {
    const deletedAt = await requestDeletion(password)
    toast({
      title: 'Your account will be deleted',
      description: `Log in before ${longDate(deletedAt)} if you want to keep it.`,
      duration: 15_000,
    })
  }
  const ask = () =>
    passwordDialog.open({
      title: 'Delete your account?',
      description:
        'You will be logged out on all devices, and your public characters will be removed from the gallery immediately.',
      children: (
        <div className="flex flex-col gap-2 text-sm">
          <p>
            Until <strong>{longDate(Date.now() + accountLimits.deletionWindow)}</strong> you can log in and restore your
            account. After that, your account, characters, conversations and ratings are deleted permanently.
          </p>
          {accountType === 'premium' && <p>Your subscription is cancelled first, and nothing more is charged.</p>}
          <p className="text-ink-soft">
            People who chatted with your characters keep their conversations, with the character’s name and picture.
          </p>
        </div>
      ),
      asksUsername: true,
      variant: 'danger',
      label: 'Delete my account',
      busyLabel: 'Deleting…',
      onConfirm: deleteAccount,
    })
  return (
    <SettingsSection
      title="Delete account"
      text={`You can restore your account for ${windowDays} days. After that, nobody can restore it.`}
    >
      <Button variant="outline" onClick={ask}>
        Delete my account
      </Button>
    </SettingsSection>
  )
}
