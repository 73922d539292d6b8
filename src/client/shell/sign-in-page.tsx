import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { LinkDialog } from '#client/accounts/mail-dialogs.tsx'
import { finishOidc } from '#client/accounts/oidc.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { CloseContext } from '#client/ui/close-context.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'

/** `/sign-in` for a signed-in user, who has opened the link of a mail, or comes back from the OpenID provider. */
export function SignInPage() {
  const navigate = useNavigate()
  const [isLink] = useState(() => window.location.hash !== '')
  if (!isLink) return <Linking />
  return (
    <CloseContext value={() => void navigate('/settings/security', { replace: true })}>
      <LinkDialog />
    </CloseContext>
  )
}

/** Ends the linking of a login. */
function Linking() {
  useTitle('Log in')
  const navigate = useNavigate()
  useEffect(() => {
    const finish = async () => {
      const { isLinked, returnTo } = await finishOidc()
      // A login from another tab may be that of another account.
      if (!isLinked) return window.location.replace(returnTo)
      toast({ title: 'Linked', description: 'You can use this login from now on.' })
      await navigate(returnTo, { replace: true })
    }
    finish().catch(async (error: unknown) => {
      toastError(error, { title: 'Not linked' })
      await navigate('/settings/security', { replace: true })
    })
  }, [navigate])
  return <PageHeader title="One moment…" text="Your login is being checked." />
}
