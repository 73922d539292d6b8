import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call, errorText, hasCode } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { toast } from '#client/ui/toast-store.ts'
import { enter } from './api.ts'
import { createChangePasswordFields } from './form-schemas.ts'
import { NewPasswordFields, UsernameField } from './login-fields.tsx'
import { proveWithPasskey } from './passkeys.ts'

/** Asks for a mail with a link to set a new password. */
export function ResetRequestDialog() {
  const form = useForm({ defaultValues: { account: '' } })
  const send = async ({ account }: { account: string }) => {
    await call('POST /api/auth/reset/request', { body: { account } })
    toast({
      title: 'Look into your mail',
      description: 'If this account has a confirmed email address, a link is on its way. It works for 30 minutes.',
      duration: 15_000,
    })
  }
  return (
    <FormDialog
      title="Send me a link"
      description="For accounts with a confirmed email address. With the link you set a new password."
      form={form}
      onSave={send}
      label="Send the link"
      busyLabel="Sending…"
    >
      <UsernameField label="Username or email address" form={form} name="account" />
    </FormDialog>
  )
}

/** What the address of this page says after `#`, which is then that of home: `reset=…` or `confirm=…`. */
function takeLink(): { kind: string; token: string } {
  const [kind = '', token = ''] = window.location.hash.slice(1).split('=')
  window.history.replaceState(null, '', '/')
  return { kind, token }
}

/** Does what the link of a mail is for: sets a new password, or confirms an address. */
export function LinkDialog() {
  const [{ kind, token }] = useState(takeLink)
  return kind === 'reset' ? <NewPasswordDialog token={token} /> : <ConfirmedDialog token={token} />
}

function NewPasswordDialog({ token }: { token: string }) {
  const [isAsking, setAsking] = useState(false)
  const form = useSchemaForm(
    createChangePasswordFields(false),
    { currentPassword: '', newPassword: '', confirmPassword: '' },
    { reValidateMode: 'onSubmit' },
  )
  const save = async ({ newPassword }: { newPassword: string }) => {
    const user = await call('POST /api/auth/reset', { body: { token, newPassword } })
      .then((answer) => answer.user)
      .catch(async (error: unknown) => {
        const proved = hasCode(error, 'passkey_required') ? await proveWithPasskey() : null
        if (!proved) throw error
        return proved
      })
    await enter(user)
    toast({ title: 'Welcome back!', description: `Your new password is set, ${user.name}.` })
  }
  if (isAsking) return <ResetRequestDialog />
  return (
    <FormDialog
      title="Set a new password"
      form={form}
      onSave={save}
      label="Set new password"
      footer={
        form.formState.errors.root && (
          <Button variant="link" className="w-full" onClick={() => setAsking(true)}>
            Send me a new link
          </Button>
        )
      }
    >
      <NewPasswordFields form={form} name="newPassword" label="New password" />
    </FormDialog>
  )
}

/** Each token is sent once, although React may run an effect twice. */
const confirmations = new Map<string, Promise<void>>()

function ConfirmedDialog({ token }: { token: string }) {
  const close = useClose()
  const [text, setText] = useState('One moment…')
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const sent = confirmations.get(token) ?? call('POST /api/auth/email/confirm', { body: { token } })
    confirmations.set(token, sent)
    sent.then(
      () => setText('It is confirmed. We write to it about your password, your logins and failed payments only.'),
      (error: unknown) => setProblem(errorText(error)),
    )
  }, [token])
  return (
    <Dialog title="Your email address" description={problem ? undefined : text}>
      <ProblemText isBoxed className="mb-5">
        {problem}
      </ProblemText>
      <Button size="lg" className="w-full" onClick={close}>
        Close
      </Button>
    </Dialog>
  )
}
