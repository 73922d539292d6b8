import { useEffect, useState } from 'react'
import { errorText } from '#client/lib/http.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors, submitForm } from '#client/ui/show-server-errors.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { User } from '#shared/accounts.ts'
import { errorCatalogue } from '#shared/errors.ts'
import { enter, proveLogin, recover, register as registerAccount } from './api.ts'
import { pageAfterSignIn } from './destination.ts'
import { LoginFields, RecoverFields, RegisterFields } from './form-schemas.ts'
import { readInvitation } from './invitation.ts'
import { NewPasswordFields, PasswordField, UsernameField } from './login-fields.tsx'
import { canUsePasskeys, endPasskeyOffer, offerPasskeys } from './passkeys.ts'
import { PasskeyButton, ProviderButton } from './proof-buttons.tsx'

const mailDialog = lazyDialog(async () => (await import('./mail-dialogs.tsx')).ResetRequestDialog)

export type AuthTab = 'login' | 'register' | 'recover'

const texts = {
  login: { title: 'Log in', description: 'Continue with your characters and conversations.' },
  register: { title: 'Create your account', description: 'Free to start. All you need is a username and a password.' },
  recover: {
    title: 'Reset your password',
    description:
      'Enter one of your recovery codes, or the one that an admin of this site gave you. Each code works once.',
  },
} as const

/** The tabs Login and Sign Up, and the recovery form, which the login form links to. */
export function AuthDialog({ initialTab }: { initialTab: AuthTab }) {
  const [tab, setTab] = useState(initialTab)
  const { name, passwords, provider } = useSite()
  const refusal = useRefusal()
  const isRefused = tab === 'register' && refusal !== null
  const hasProvider = provider !== null && !isRefused
  const hasPasskey = tab === 'login' && canUsePasskeys()
  return (
    // The page that opens it has its own entry in the history.
    <Dialog
      closesOnBack={false}
      title={tab === 'login' ? `Log in to ${name}` : texts[tab].title}
      description={isRefused ? undefined : texts[tab].description}
    >
      {tab === 'recover' && <RecoverForm onBack={() => setTab('login')} />}
      {tab !== 'recover' && passwords && <AuthTabs tab={tab} onTabChange={setTab} />}
      {tab !== 'recover' && (
        <div className="mt-4 flex flex-col gap-3 first:mt-0">
          {!passwords && <Agreement />}
          {passwords && (hasProvider || hasPasskey) && (
            <p className="flex items-center gap-3 text-ink-soft text-sm before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
              or
            </p>
          )}
          {hasProvider && <ProviderButton provider={provider} returnTo={pageAfterSignIn()} />}
          {hasPasskey && <PasskeyButton onProved={welcome} />}
        </div>
      )}
    </Dialog>
  )
}

async function welcome(user: User) {
  await enter(user)
  toast({ title: 'Welcome back!', description: `Good to see you again, ${user.name}.` })
}

function AuthTabs({ tab, onTabChange }: { tab: 'login' | 'register'; onTabChange: (tab: AuthTab) => void }) {
  const refusal = useRefusal()
  return (
    <Tabs value={tab} onValueChange={(value) => onTabChange(value === 'register' ? 'register' : 'login')}>
      <TabsList aria-label="Log in or sign up">
        <TabsTrigger value="login">Login</TabsTrigger>
        <TabsTrigger value="register">Sign Up</TabsTrigger>
      </TabsList>
      <TabsContent value="login" className="mt-5">
        <LoginForm onForgotten={() => onTabChange('recover')} />
      </TabsContent>
      <TabsContent value="register" className="mt-5">
        {refusal ? <p className="rounded-md bg-sunken px-4 py-3.5 text-pretty">{refusal}</p> : <RegisterForm />}
      </TabsContent>
    </Tabs>
  )
}

/** A problem stays until the form is submitted again. */
const onSubmitOnly = { reValidateMode: 'onSubmit' } as const

function LoginForm({ onForgotten }: { onForgotten: () => void }) {
  const form = useSchemaForm(LoginFields, { username: '', password: '' }, onSubmitOnly)
  const { errors, isSubmitting } = form.formState
  const [isAsking, setAsking] = useState(false)
  usePasskeyOffer()

  const submit = form.handleSubmit(async (values) => {
    setAsking(false)
    try {
      await welcome(await proveLogin(values, () => setAsking(true)))
    } catch (error) {
      const description = errorText(error, errorCatalogue.invalid_credentials.message)
      toastError(description, { title: 'Login failed' })
      form.setError('root', { type: 'server', message: description })
      form.setFocus('password', { shouldSelect: true })
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <UsernameField label="Username" form={form} name="username" autoComplete="username webauthn" />
      <PasswordField label="Password" form={form} name="password" autoComplete="current-password" />
      <ProblemText isBoxed title={errors.root?.type === 'server' ? '' : 'Missing information'}>
        {errors.root?.message}
      </ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? (isAsking ? 'Waiting for your passkey…' : 'Logging in…') : 'Log In'}
      </Button>
      <Button variant="link" onClick={onForgotten} className="self-center">
        Forgot your password?
      </Button>
    </form>
  )
}

/** While the form is open, the browser offers passkeys among the usernames that it knows. */
function usePasskeyOffer() {
  useEffect(() => {
    offerPasskeys()
      .then((user) => user && welcome(user))
      .catch((error: unknown) => toastError(error, { title: 'Login failed' }))
    return () => void endPasskeyOffer()
  }, [])
}

/** Why the visitor cannot sign up, and what to do; null if it is possible. */
function useRefusal(): string | null {
  const { registration } = useSite()
  if (registration === 'closed') return errorCatalogue.registration_closed.message
  const isMissing = registration === 'invitation' && readInvitation() === undefined
  return isMissing ? errorCatalogue.invitation_required.message : null
}

function RegisterForm() {
  const { name } = useSite()
  const form = useSchemaForm(RegisterFields, { username: '', password: '', confirmPassword: '' }, onSubmitOnly)
  const { errors, isSubmitting } = form.formState

  const submit = form.handleSubmit(async ({ username, password }) => {
    try {
      await registerAccount({ username, password })
      toast({ title: `Welcome to ${name}`, description: 'Your account is ready.' })
    } catch (error) {
      toastError(error, { title: 'Registration failed', fallback: 'Failed to create account' })
      showServerErrors(form, error, 'Failed to create account')
    }
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <UsernameField label="Username" form={form} name="username" />
      <NewPasswordFields form={form} name="password" label="Password" />
      <Agreement />
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? 'Creating your account…' : 'Sign Up'}
      </Button>
    </form>
  )
}

export function Agreement() {
  return (
    <p className="text-ink-soft text-sm">
      By signing up you agree to the <TextLink to="/terms">terms</TextLink> and the{' '}
      <TextLink to="/rules">house rules</TextLink>. The <TextLink to="/privacy">privacy notice</TextLink> says what is
      stored.
    </p>
  )
}

/** In a new tab: what was typed stays. */
function TextLink({ to, children }: { to: string; children: string }) {
  return (
    <a href={to} target="_blank" rel="noreferrer" className="underline underline-offset-2 hover:text-ink">
      {children}
    </a>
  )
}

function RecoverForm({ onBack }: { onBack: () => void }) {
  const { mail } = useSite()
  const empty = { username: '', code: '', newPassword: '', confirmPassword: '' }
  const form = useSchemaForm(RecoverFields, empty, onSubmitOnly)
  const { errors, isSubmitting } = form.formState
  // The form replaces the login form in an open dialog, so it must take the focus itself.
  const { setFocus } = form
  useEffect(() => setFocus('username'), [setFocus])

  const submit = submitForm(form, async ({ username, code, newPassword }) => {
    const user = await recover({ username, code, newPassword })
    toast({ title: 'Welcome back!', description: `Your new password is set, ${user.name}.` })
  })

  return (
    <form onSubmit={submit} noValidate className="flex flex-col gap-4">
      <UsernameField label="Username" form={form} name="username" />
      <InputField
        {...form.field('code', 'Recovery code', 'Capital letters and hyphens do not matter.')}
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
      />
      <NewPasswordFields form={form} name="newPassword" label="New password" />
      <ProblemText isBoxed>{errors.root?.message}</ProblemText>
      <Button type="submit" size="lg" disabled={isSubmitting}>
        {isSubmitting ? 'Setting your password…' : 'Set new password'}
      </Button>
      {mail && (
        <Button variant="outline" onClick={() => mailDialog.open({})}>
          Send me a link by email instead
        </Button>
      )}
      <Button variant="link" onClick={onBack} className="self-center">
        Back to login
      </Button>
      <p className="text-center text-ink-soft text-xs">
        No code? The people who run this site can make one for you, once they are sure that the account is yours.
      </p>
    </form>
  )
}
