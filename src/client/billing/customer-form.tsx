import { type FormEvent, useRef, useState } from 'react'
import { FormNotice } from '#client/accounts/form-notice.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { type CustomerEntry, type CustomerFaults, customerFaults } from '#shared/customer.ts'

interface CustomerFormProps {
  entry: CustomerEntry
  onChange: (changes: Partial<CustomerEntry>) => void
  /** The form is filled in, and the visitor wants to go on. */
  onProceed: () => Promise<void> | void
}

export const emailFieldName = 'customer-email'

/** Who subscribes. */
export function CustomerForm({ entry, onChange, onProceed }: CustomerFormProps) {
  const [faults, setFaults] = useState<CustomerFaults | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  const proceed = async (event: FormEvent) => {
    event.preventDefault()
    if (isBusy) return
    const found = customerFaults(entry)
    setFaults(found)
    if (found) {
      const wrong = found.fields.email === undefined ? 'name' : 'email'
      if (wrong in found.fields) form.current?.querySelector<HTMLInputElement>(`[data-entry="${wrong}"]`)?.focus()
      return
    }
    setBusy(true)
    await onProceed()
    setBusy(false)
  }
  const change = (field: 'email' | 'name', value: string) => {
    onChange({ [field]: value })
    if (faults) setFaults(customerFaults({ ...entry, [field]: value }))
  }
  // The plan is chosen outside of the form: choosing it mends that fault at once.
  const shown = faults && customerFaults(entry)

  return (
    <Card className="@container p-6 sm:p-7">
      <form ref={form} onSubmit={(event) => void proceed(event)} noValidate className="flex flex-col gap-5">
        <div>
          <h2 className="text-2xl">Your information</h2>
          <p className="mt-1 text-ink-soft">For the receipt. It goes to the payment service and nowhere else.</p>
        </div>
        <div className="grid @xl:grid-cols-2 gap-5">
          <Field label="Email" error={shown?.fields.email} invalid={shown?.fields.email !== undefined}>
            {(control) => (
              <Input
                {...control}
                name={emailFieldName}
                data-entry="email"
                type="email"
                inputMode="email"
                autoComplete="email"
                autoCapitalize="none"
                spellCheck={false}
                value={entry.email}
                onChange={(event) => change('email', event.currentTarget.value)}
              />
            )}
          </Field>
          <Field label="Full name" error={shown?.fields.name} invalid={shown?.fields.name !== undefined}>
            {(control) => (
              <Input
                {...control}
                name="customer-name"
                data-entry="name"
                autoComplete="name"
                value={entry.name}
                onChange={(event) => change('name', event.currentTarget.value)}
              />
            )}
          </Field>
        </div>
        <div className="flex flex-col [&>[role=alert]:has(p)]:mb-5">
          <FormNotice message={shown?.message} />
          <Button type="submit" size="lg" aria-disabled={isBusy} className="sm:self-start">
            {isBusy ? 'Preparing the payment…' : 'Proceed to Payment'}
          </Button>
        </div>
      </form>
    </Card>
  )
}
