import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { InputField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
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
  const form = useForm<CustomerFields>({
    resolver: zodResolver(CustomerFields),
    defaultValues: { plan: plan ?? undefined, email, name },
  })
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
  const errorOf = (field: 'email' | 'name') => {
    const message = errors[field]?.message
    return message === subscribeMessages.missing ? undefined : message
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
            label="Email"
            error={errorOf('email')}
            invalid={!!errors.email}
            form={form}
            name="email"
            rules={{ onChange: (event) => onChange({ email: event.target.value }) }}
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
          <InputField
            label="Full name"
            error={errorOf('name')}
            invalid={!!errors.name}
            form={form}
            name="name"
            rules={{ onChange: (event) => onChange({ name: event.target.value }) }}
            autoComplete="name"
          />
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
