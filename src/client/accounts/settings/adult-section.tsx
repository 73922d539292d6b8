import { Check } from 'lucide-react'
import { useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '#client/ui/button.tsx'
import { askForAdultConfirmation } from '../adult-confirmation.ts'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

export function AdultSection() {
  const { adultConfirmed } = useUser()
  const statusText = useRef<HTMLParagraphElement>(null)
  const ask = async () => {
    // The focused button is removed, so the focus moves to the text.
    if (await askForAdultConfirmation()) setTimeout(() => statusText.current?.focus())
  }
  return (
    <SettingsSection
      title="Adult content"
      text={
        <>
          Characters rated mature or explicit are for people who are 18 or older. Some features also need Premium: see
          the{' '}
          <Link to="/pricing" className="text-curtain underline underline-offset-4">
            Pricing page
          </Link>
          .
        </>
      }
    >
      <p ref={statusText} tabIndex={-1} className="flex items-center gap-2.5 outline-none">
        {adultConfirmed && <Check aria-hidden size={18} className="shrink-0 text-good" />}
        {adultConfirmed
          ? 'You confirmed that you are 18 or older.'
          : 'You have not confirmed your age. Until you do, you see only characters rated general.'}
      </p>
      {!adultConfirmed && (
        <Button variant="outline" className="mt-4" onClick={() => void ask()}>
          Confirm my age
        </Button>
      )}
    </SettingsSection>
  )
}
