import { Check } from 'lucide-react'
import { Button } from '#client/ui/button.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { askForAdultConfirmation } from '../adult-confirmation.ts'
import { useUser } from '../session.ts'
import { SettingsSection } from './settings-section.tsx'

export function AdultSection() {
  const { adultConfirmed } = useUser()
  const ask = async () => {
    if (await askForAdultConfirmation()) toast({ title: 'Thank you', description: 'You will not be asked again.' })
  }
  return (
    <SettingsSection
      title="Adult content"
      text="Characters rated mature or explicit are for those who are 18 or older. What your plan includes is on the Pricing page."
    >
      {adultConfirmed ? (
        <p className="flex items-center gap-2.5">
          <Check aria-hidden size={18} className="shrink-0 text-good" />
          You confirmed that you are 18 or older.
        </p>
      ) : (
        <div className="flex flex-col items-start gap-4">
          <p>You have not confirmed your age. Until you do, you meet general characters only.</p>
          <Button variant="outline" onClick={() => void ask()}>
            Confirm my age
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}
