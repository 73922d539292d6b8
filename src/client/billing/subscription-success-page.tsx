import { Link } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { buttonClass } from '#client/ui/button-class.ts'
import { EmptyStage } from '#client/ui/drawings.tsx'

/** The return address after a payment. It claims only what the account shows. */
export function SubscriptionSuccessPage() {
  useTitle('Subscription')
  const { accountType } = useUser()
  const premium = accountType !== 'free'
  return (
    <div className="mx-auto flex max-w-md flex-col items-center py-14 text-center">
      <EmptyStage />
      <h1 className="mt-6 text-4xl">{premium ? 'You are Premium' : 'Nothing has changed yet'}</h1>
      <p className="mt-3 text-ink-soft text-md">
        {premium
          ? 'The better seats are yours. Everything Premium offers is open to you.'
          : 'Your account is still Free, and no payment was taken: payments are not connected on this site yet.'}
      </p>
      <Link to="/" className={buttonClass({ className: 'mt-7' })}>
        Back to Home
      </Link>
    </div>
  )
}
