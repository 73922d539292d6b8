import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { errorText } from '#client/lib/http.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { FormDialog } from '#client/ui/form-dialog.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { OidcResult } from '#shared/sign-in.ts'
import { enter, register } from './api.ts'
import { Agreement } from './auth-dialog.tsx'
import { setDestination } from './destination.ts'
import { UsernameField } from './login-fields.tsx'
import { finishOidc } from './oidc.ts'

/** Ends a login at the OpenID provider: the user is logged in, chooses a username, or reads what went wrong. */
export function OidcDialog({ onLogIn }: { onLogIn: () => void }) {
  const [result, setResult] = useState<OidcResult | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    const finish = async () => {
      const found = await finishOidc()
      setDestination(found.returnTo)
      if (!found.user) return setResult(found)
      await enter(found.user)
      toast({ title: 'Welcome back!', description: `Good to see you again, ${found.user.name}.` })
    }
    finish().catch((error: unknown) => setProblem(errorText(error)))
  }, [])
  if (problem !== null) {
    return (
      <Dialog title="You are not logged in" closesOnBack={false}>
        <ProblemText isBoxed className="mb-5">
          {problem}
        </ProblemText>
        <Button size="lg" className="w-full" onClick={onLogIn}>
          Back to login
        </Button>
      </Dialog>
    )
  }
  if (result?.identity) {
    return <UsernameDialog identity={result.identity} suggestion={result.suggestedUsername} />
  }
  return (
    <Dialog title="Logging you in…" closesOnBack={false}>
      <div role="status" aria-label="Logging you in">
        <Skeleton className="h-13 w-full" />
      </div>
    </Dialog>
  )
}

function UsernameDialog({ identity, suggestion }: { identity: string; suggestion: string }) {
  const form = useForm({ defaultValues: { username: suggestion } })
  const { name } = useSite()
  const create = async ({ username }: { username: string }) => {
    await register({ username, identity })
    toast({ title: `Welcome to ${name}`, description: 'Your account is ready.' })
    return false
  }
  return (
    <FormDialog
      title="Choose a username"
      description="This login is new here. Choose a username, and your account is ready."
      closesOnBack={false}
      form={form}
      failure="Failed to create account"
      label="Create account"
      busyLabel="Creating your account…"
      hasCancel={false}
      onSave={create}
    >
      <UsernameField label="Username" form={form} name="username" />
      <p className="text-ink-soft text-sm">
        Do you have an account here already? Close this, log in as you always do, and link this login under Account →
        Security.
      </p>
      <Agreement />
    </FormDialog>
  )
}
