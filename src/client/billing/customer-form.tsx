import { type ChangeEvent, useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { subscribeMessages } from '#shared/customer.ts'
import { CustomerFields } from './customer-fields.ts'
import type { SubscribeDraft } from './subscribe-draft.ts'

interface CustomerFormProps {
  draft: SubscribeDraft
  onChange: (changes: Partial<SubscribeDraft>) => void
  onProceed: (customer: CustomerFields) => Promise<void> | void
}

/** What was typed into the prerendered page before its code was loaded. Registering the fields would clear it. */
function readTyped(): Pick<SubscribeDraft, 'email' | 'name'> {
  const read = (field: string) =>
    typeof document === 'undefined'
      ? ''
      : (document.querySelector<HTMLInputElement>(`input[name=${field}]`)?.value ?? '')
  return { email: read('email'), name: read('name') }
}

export function CustomerForm({ draft, onChange, onProceed }: CustomerFormProps) {
  const { plan } = draft
  const [typed] = useState(readTyped)
  const email = draft.email || typed.email
  const name = draft.name || typed.name
  const form = useSchemaForm(CustomerFields, { plan: plan ?? undefined, email, name })
  const { errors, isSubmitting, isSubmitted } = form.formState
  const { setValue } = form
  useEffect(() => {
    if (plan) setValue('plan', plan, { shouldValidate: isSubmitted })
  }, [plan, isSubmitted, setValue])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, since later changes are typed into the form
  useEffect(() => {
    if (typed.email || typed.name) onChange({ email, name })
  }, [])

  const submit = form.handleSubmit(onProceed)
  // Missing fields and a missing plan share one message, which is shown once.
  const isIncomplete = Object.values(errors).some(({ message }) => message === subscribeMessages.missing)
  const field = (name: 'email' | 'name', label: string) => {
    const message = errors[name]?.message
    return {
      ...form.field(name, label),
      error: message === subscribeMessages.missing ? undefined : message,
      invalid: message !== undefined,
      rules: { onChange: (event: ChangeEvent<HTMLInputElement>) => onChange({ [name]: event.target.value }) },
    }
  }

  return (
    <Card className="@container p-6 sm:p-7">
      <form
        onSubmit={(event) => (isSubmitting ? event.preventDefault() : void submit(event))}
        noValidate
        className="flex flex-col gap-5"
      >
        <div>
          <h2 className="text-2xl">Your information</h2>
          <p className="mt-1 text-ink-soft">For your receipt. We send it only to the payment service.</p>
        </div>
        <div className="grid grid-cols-1 @xl:grid-cols-2 gap-5">
          <InputField
            {...field('email', 'Email')}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <InputField {...field('name', 'Full name')} autoComplete="name" />
        </div>
        <div className="flex flex-col [&>[role=alert]:has(p)]:mb-5">
          <ProblemText isBoxed>{isIncomplete ? subscribeMessages.missing : undefined}</ProblemText>
          <Button type="submit" size="lg" aria-disabled={isSubmitting} className="sm:self-start">
            {isSubmitting ? 'Preparing the payment…' : 'Proceed to Payment'}
          </Button>
        </div>
      </form>
    </Card>
  )
}

/** Focuses the form's first field, after a plan was chosen. */
export function focusEmail() {
  document.querySelector<HTMLInputElement>('form input[type="email"]')?.focus()
}
