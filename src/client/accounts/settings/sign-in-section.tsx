import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { passwordDialog } from '#client/accounts/dialogs.ts'
import { linkProvider } from '#client/accounts/oidc.ts'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { SignInMethod, SignInMethods } from '#shared/sign-in.ts'
import { SettingsSection } from './settings-section.tsx'

export function SignInSection() {
  const methods = useQuery(queryOf('GET /api/auth/methods'))
  // Where the password is all there is, its section says it.
  const { provider } = useSite()
  if (provider === null && methods.data?.methods.length === 0) return null
  return (
    <SettingsSection title="Ways to log in" text="Besides your password. What you link here opens this account.">
      {methods.isPending && <Skeleton className="h-16 w-full rounded-lg" />}
      {methods.isError && <LoadError isShort what="your ways to log in" query={methods} />}
      {methods.data && <MethodList {...methods.data} />}
    </SettingsSection>
  )
}

function MethodList({ methods }: SignInMethods) {
  const { provider } = useSite()
  const link = () =>
    passwordDialog.open({
      title: `Link ${provider}`,
      description: `You log in at ${provider} next. After that, it opens this account too.`,
      label: 'Continue',
      busyLabel: `Opening ${provider}…`,
      onConfirm: linkProvider,
    })
  return (
    <div className="flex flex-col items-start gap-4">
      {methods.length > 0 && (
        <ul aria-label="Ways to log in" className="flex w-full flex-col divide-y divide-line">
          {methods.map((method) => (
            <MethodItem key={method.id} method={method} provider={provider} />
          ))}
        </ul>
      )}
      {provider !== null && methods.every(({ kind }) => kind !== 'oidc') && (
        <Button variant="outline" onClick={link}>
          Link {provider}
        </Button>
      )}
    </div>
  )
}

function MethodItem({ method, provider }: { method: SignInMethod; provider: string | null }) {
  const queryClient = useQueryClient()
  const { id, name, createdAt, lastUsedAt } = method
  const title = provider ?? 'OpenID'
  const remove = useMutation({
    mutationFn: (password: string) => call('DELETE /api/auth/methods/:id', { params: { id }, body: { password } }),
    onSuccess: async () => {
      toast({ title: 'Removed', description: `${title} no longer opens this account.` })
      await invalidate(queryClient, 'GET /api/auth/methods')
    },
  })
  const ask = () =>
    passwordDialog.open({
      title: `Remove ${title}?`,
      description: `${name} can no longer log in to this account.`,
      label: 'Remove',
      busyLabel: 'Removing…',
      variant: 'danger',
      onConfirm: (password) => remove.mutateAsync(password),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3 first:pt-0">
      <KeyRound aria-hidden size={20} strokeWidth={1.7} className="shrink-0 text-ink-soft" />
      <div className="min-w-0 flex-1">
        <p className="font-[550] [overflow-wrap:anywhere]">
          {title}: {name}
        </p>
        <p className="text-ink-soft text-sm">
          Added on {longDate(createdAt)}
          {lastUsedAt === null ? '' : ` · last used on ${longDate(lastUsedAt)}`}
        </p>
      </div>
      <Button variant="quiet" disabled={remove.isPending} onClick={ask} aria-label={`Remove ${title}: ${name}`}>
        Remove
      </Button>
    </li>
  )
}
