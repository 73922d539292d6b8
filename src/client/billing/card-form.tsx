import { type FormEvent, useRef, useState } from 'react'
import { errorText, HttpError, hasStatus } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type CardErrors, type CardField, formatCardNumber, formatCvc, formatExpiry } from '#shared/card.ts'
import { premiumPrice, subscribeMessages } from '#shared/customer.ts'
import { payInSandbox } from './api.ts'
import { CardInput } from './card-input.tsx'
import { useCard } from './use-card.ts'

interface CardFormProps {
  clientSecret: string
  onPaid: () => void
  onBack: () => void
}

const fields = [
  ['number', { label: 'Card number', autoComplete: 'cc-number', placeholder: '4242 4242 4242 4242' }, formatCardNumber],
  ['expiry', { label: 'Expiry', autoComplete: 'cc-exp', placeholder: 'MM / YY' }, formatExpiry],
  ['cvc', { label: 'CVC', autoComplete: 'cc-csc', placeholder: '123' }, formatCvc],
] as const

/** The sandbox's card form. What it says of a payment is the provider's word, and Premium waits for the account to agree. */
export function CardForm({ clientSecret, onPaid, onBack }: CardFormProps) {
  const { card, faults, change, check, setFaults } = useCard()
  const [isPaying, setPaying] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const lookAt = (field: CardField) => form.current?.querySelector<HTMLInputElement>(`[name="${field}"]`)?.focus()
  const lookAtFirst = (found: CardErrors) => {
    const first = fields.find(([name]) => found[name])
    if (first) lookAt(first[0])
    return first !== undefined
  }
  const pay = async (event: FormEvent) => {
    event.preventDefault()
    if (isPaying || lookAtFirst(check())) return
    setPaying(true)
    try {
      await payInSandbox(clientSecret, card)
      onPaid()
    } catch (error) {
      setPaying(false)
      const refused = sayRefusal(error)
      if (refused) {
        setFaults(refused)
        if (!lookAtFirst(refused)) lookAt('number')
      } else if (hasStatus(error, 404)) onBack()
    }
  }

  return (
    <form ref={form} onSubmit={(event) => void pay(event)} noValidate className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5">
      {fields.map(([name, { label, ...input }, format]) => (
        <Field key={name} label={label} error={faults[name]} className={name === 'number' ? 'col-span-2' : ''}>
          {(control) => (
            <CardInput
              {...control}
              {...input}
              name={name}
              value={card[name]}
              format={format}
              onValue={(value) => change(name, value)}
              readOnly={isPaying}
            />
          )}
        </Field>
      ))}
      <div className="col-span-2 mt-2 flex flex-wrap gap-3">
        <Button type="submit" size="lg" aria-disabled={isPaying} className="flex-1 basis-44">
          {isPaying ? 'Paying…' : `Pay ${premiumPrice.text}`}
        </Button>
        <Button variant="outline" size="lg" onClick={onBack} disabled={isPaying} className="flex-1 basis-44">
          Back to Plans
        </Button>
      </div>
    </form>
  )
}

/** Tells why it failed. Where the card was refused, what is wrong with it field by field; null for any other fault. */
function sayRefusal(error: unknown): CardErrors | null {
  if (error instanceof HttpError && error.status === 402) {
    const description = errorText(error, 'Your card was declined.')
    toast({ variant: 'destructive', title: 'Payment Failed', description })
    return error.body?.fields ?? {}
  }
  toast({ variant: 'destructive', title: 'Error', description: subscribeMessages.unexpected })
  return null
}
