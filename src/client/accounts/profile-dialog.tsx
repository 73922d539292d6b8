import { ButtonLink } from '#client/ui/button-link.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toastIfFailed } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits, ProfileRequest } from '#shared/accounts.ts'
import { updateProfile } from './api.ts'
import { useUser } from './session.ts'

/** Edits the display name, and links to the page of all other settings. `onAccount`: that link was followed. */
export function ProfileDialog({ onAccount }: { onAccount: () => void }) {
  const close = useClose()
  const user = useUser()
  const form = useSchemaForm(ProfileRequest, { displayName: user.displayName ?? '' })
  const goToAccount = () => {
    close()
    onAccount()
  }
  const save = async (names: ProfileRequest) => {
    const failure = { title: 'Update Failed', fallback: 'Failed to update profile. Please try again.' }
    if (!(await toastIfFailed(updateProfile(names), failure))) return false
    toast({ title: 'Profile Updated', description: 'Your profile has been successfully updated.' })
  }
  return (
    <FormDialog
      title="Profile Settings"
      description="Your display name is what other people see."
      form={form}
      label="Save changes"
      onSave={save}
      footer={
        <p className="mt-6 flex flex-wrap items-center justify-between gap-x-4 border-line border-t pt-4 text-ink-soft text-sm">
          Password, name in chats, sign-ins and data
          <ButtonLink to="/settings" onClick={goToAccount} variant="link" className="px-0">
            Account settings
          </ButtonLink>
        </p>
      }
    >
      <InputField
        {...form.field(
          'displayName',
          'Display name',
          `Up to ${accountLimits.displayNameMax} characters. Your username is ${user.username}.`,
        )}
        autoComplete="nickname"
        placeholder={user.username}
        onFocus={({ target }) => target.select()}
      />
    </FormDialog>
  )
}
