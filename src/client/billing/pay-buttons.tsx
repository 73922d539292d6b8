import { Button } from '#client/ui/button.tsx'
import { premiumPrice } from '#shared/customer.ts'

export const payTexts = { label: `Pay ${premiumPrice.text}`, busyLabel: 'Paying…', backLabel: 'Back to Plans' }

export interface PayButtonsProps {
  label: string
  busyLabel: string
  backLabel: string
  isPaying: boolean
  isReady: boolean
  onBack: () => void
}

/** The end of a form that takes a payment: to pay, or back. */
export function PayButtons({ label, busyLabel, backLabel, isPaying, isReady, onBack }: PayButtonsProps) {
  return (
    <div className="flex flex-wrap gap-3">
      <Button type="submit" size="lg" aria-disabled={isPaying || !isReady} className="flex-1 basis-44">
        {isPaying ? busyLabel : label}
      </Button>
      <Button variant="outline" size="lg" onClick={onBack} disabled={isPaying} className="flex-1 basis-44">
        {backLabel}
      </Button>
    </div>
  )
}
