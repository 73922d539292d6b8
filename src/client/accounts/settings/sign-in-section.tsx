import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { passwordDialog } from '#client/accounts/dialogs.ts'
import { addPasskey, canUsePasskeys } from '#client/accounts/passkeys.ts'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { PasskeyName, type SignInMethod, type SignInMethods } from '#shared/sign-in.ts'
import { SettingsItem, SettingsSection } from './settings-section.tsx'

const nameDialog = lazyDialog(async () => (await import('#client/ui/name-dialog.tsx')).NameDialog)

export function SignInSection() {
  const methods = useQuery(queryOf('GET /api/auth/methods'))
  const { provider } = useSite()
  // Where the password is all there can be, its section says it.
  if (provider === null && !canUsePasskeys() && methods.data?.methods.length === 0) return null
  return (
    <SettingsSection title="Ways to log in" text="Besides your password. What you link here opens this account.">
      <LoadError isShort what="your ways to log in" query={methods} />
      {methods.data && <MethodList {...methods.data} />}
    </SettingsSection>
  )
}

const reload = () => invalidate('GET /api/auth/methods')

function MethodList({ methods, hasPassword, needsPasskey }: SignInMethods) {
  const { provider } = useSite()
  const link = () =>
    passwordDialog.open({
      title: `Link ${provider}`,
      description: `You log in at ${provider} next. After that, it opens this account too.`,
      label: 'Continue',
      busyLabel: `Opening ${provider}…`,
      onConfirm: async (password) =>
        window.location.assign((await call('POST /api/auth/methods/oidc', { body: { password } })).url),
    })
  const add = () =>
    passwordDialog.open({
      title: 'Add a passkey',
      description:
        'Your device asks for your fingerprint, your face or its code. With the passkey you log in without a password.',
      label: 'Continue',
      busyLabel: 'Waiting for your device…',
      onConfirm: async (password) => {
        const challenge = await call('POST /api/auth/passkeys/options', { body: { password } })
        if (!(await addPasskey(challenge))) return false
        toast({ title: 'Passkey added', description: 'You can log in with it from now on.' })
        await reload()
      },
    })
  const change = () =>
    passwordDialog.open({
      title: needsPasskey ? 'Log in with the password alone?' : 'Ask for a passkey too?',
      description: needsPasskey
        ? 'Whoever knows your password can then log in.'
        : 'Your password alone no longer logs in. If you lose your passkeys, a recovery code switches this off: make some below.',
      label: needsPasskey ? 'Allow it' : 'Ask for it',
      busyLabel: 'Saving…',
      onConfirm: async (password) => {
        await call('PUT /api/auth/second-factor', { body: { password, enabled: !needsPasskey } })
        await reload()
      },
    })
  const hasPasskey = methods.some(({ kind }) => kind === 'passkey')
  return (
    <div className="flex flex-col items-start gap-4">
      {methods.length > 0 && (
        <ul aria-label="Ways to log in" className="flex w-full flex-col divide-y divide-line">
          {methods.map((method) => (
            <MethodItem key={method.id} method={method} />
          ))}
        </ul>
      )}
      {methods.length === 0 && <p>Your password is the only way to log in.</p>}
      <div className="flex flex-wrap gap-3">
        {canUsePasskeys() && (
          <Button variant="outline" onClick={add}>
            Add a passkey
          </Button>
        )}
        {provider !== null && methods.every(({ kind }) => kind !== 'oidc') && (
          <Button variant="outline" onClick={link}>
            Link {provider}
          </Button>
        )}
      </div>
      {hasPassword && hasPasskey && (
        <div className="w-full">
          <SwitchField
            label="Ask for a passkey after the password"
            text="On: whoever knows your password cannot log in without a passkey."
            checked={needsPasskey}
            onChange={change}
          />
        </div>
      )}
    </div>
  )
}

function MethodItem({ method }: { method: SignInMethod }) {
  const { provider } = useSite()
  const { id, kind, name, createdAt, lastUsedAt } = method
  const kindName = kind === 'passkey' ? 'Passkey' : (provider ?? 'OpenID')
  const remove = () =>
    passwordDialog.open({
      title: kind === 'passkey' ? 'Remove this passkey?' : `Remove ${kindName}?`,
      description: `“${name}” can no longer log in to this account.`,
      label: 'Remove',
      busyLabel: 'Removing…',
      variant: 'danger',
      onConfirm: async (password) => {
        await call('DELETE /api/auth/methods/:id', { params: { id }, body: { password } })
        toast({ title: 'Removed', description: `“${name}” no longer opens this account.` })
        await reload()
      },
    })
  const rename = () =>
    nameDialog.open({
      title: 'Rename passkey',
      description: 'So that you know which device or password manager it is on.',
      label: 'Name',
      name,
      schema: PasskeyName,
      failure: 'The new name was not saved. Please try again.',
      onSave: async (newName) => {
        await call('PATCH /api/auth/passkeys/:id', { params: { id }, body: { name: newName } })
        await reload()
      },
    })
  const lastUse = lastUsedAt === null ? 'not used yet' : `last used ${timeAgo(lastUsedAt)}`
  return (
    <SettingsItem icon={KeyRound} title={name} lines={[`${kindName}, added on ${longDate(createdAt)} · ${lastUse}`]}>
      <span className="-mr-2.5 -ml-[18px] flex flex-wrap">
        {kind === 'passkey' && (
          <Button variant="quiet" onClick={rename} aria-label={`Rename ${name}`}>
            Rename
          </Button>
        )}
        <Button variant="quiet" onClick={remove} aria-label={`Remove ${name}`}>
          Remove
        </Button>
      </span>
    </SettingsItem>
  )
}
