import { useQuery } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { passwordDialog } from '#client/accounts/dialogs.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { isBlank } from '#engine/is-blank.ts'
import { SettingsSection } from './settings-section.tsx'

/** Nothing on a site that sends no mails. */
export function EmailSection() {
  return useSite().mail ? <EmailSettings /> : null
}

function EmailSettings() {
  const found = useQuery(queryOf('GET /api/auth/email'))
  return (
    <SettingsSection
      title="Email"
      text="If you want: with an address you can set a new password by mail, and read of new logins and failed payments."
    >
      <LoadError isShort what="your email address" query={found} />
      {found.data && <EmailForm current={found.data.email} />}
    </SettingsSection>
  )
}

function EmailForm({ current }: { current: string | null }) {
  const form = useForm({ defaultValues: { email: '' } })
  const set = (email: string | null) =>
    passwordDialog.open({
      title: email === null ? 'Remove your email address?' : 'Confirm your email address',
      description: email === null ? 'We no longer write to it.' : `A mail with a link is sent to ${email}.`,
      label: email === null ? 'Remove' : 'Send the mail',
      busyLabel: 'Saving…',
      onConfirm: async (password) => {
        await call('PUT /api/auth/email', { body: { email, password } })
        if (email !== null) toast({ title: 'Look into your mail', description: 'Open the link in it within 24 hours.' })
        form.reset()
        await invalidate('GET /api/auth/email')
      },
    })
  return (
    <div className="flex flex-col items-start gap-4">
      <p className="[overflow-wrap:anywhere]">{current ?? 'You have no confirmed address.'}</p>
      <form
        noValidate
        className="flex w-full max-w-sm flex-col gap-4"
        onSubmit={form.handleSubmit(({ email }) => set(email.trim()))}
      >
        <InputField
          label={current === null ? 'Email address' : 'New email address'}
          form={form}
          name="email"
          type="email"
          autoComplete="email"
        />
        <div className="flex flex-wrap gap-3">
          <Button type="submit" variant="outline" disabled={isBlank(form.watch('email'))}>
            {current === null ? 'Add address' : 'Change address'}
          </Button>
          {current !== null && (
            <Button variant="quiet" onClick={() => set(null)}>
              Remove
            </Button>
          )}
        </div>
      </form>
    </div>
  )
}
