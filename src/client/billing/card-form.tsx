import { useState } from 'react'
import { HttpError } from '#client/lib/http.ts'
import { InputField } from '#client/ui/form-field.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { subscribeMessages } from '#shared/customer.ts'
import { CardEntry, cardErrors } from '#shared/payment-card.ts'
import { PayButtons, type PayButtonsProps } from './pay-buttons.tsx'

interface CardFormProps extends Pick<PayButtonsProps, 'label' | 'busyLabel' | 'backLabel' | 'onBack'> {
  send: (card: CardEntry) => Promise<unknown>
  onDone: () => void
  onError?: (error: unknown) => void
}

const fields = [
  { name: 'number', label: 'Card number', autoComplete: 'cc-number', placeholder: '4242 4242 4242 4242' },
  { name: 'expiry', label: 'Expiry', autoComplete: 'cc-exp', placeholder: 'MM / YY' },
  { name: 'cvc', label: 'CVC', autoComplete: 'cc-csc', placeholder: '123' },
] as const

const CardFields = CardEntry.superRefine((card, context) => {
  for (const [field, message] of Object.entries(cardErrors(card, Date.now()))) {
    context.addIssue({ code: 'custom', path: [field], message })
  }
})

/** The card fields of the sandbox, in its payment form and its portal. */
export function CardForm({ label, busyLabel, backLabel, send, onDone, onBack, onError }: CardFormProps) {
  const form = useSchemaForm(CardFields, { number: '', expiry: '', cvc: '' }, { reValidateMode: 'onSubmit' })
  // The button stays disabled afterwards, until the next page has loaded.
  const [isDone, setDone] = useState(false)
  const { isSubmitting, errors } = form.formState
  const declined = errors.root?.message
  const isPaying = isSubmitting || isDone

  const submit = form.handleSubmit(async (card) => {
    try {
      await send(card)
      setDone(true)
      onDone()
    } catch (error) {
      if (error instanceof HttpError && error.status === 402) showDeclined(error)
      else toastError(subscribeMessages.unexpected)
      onError?.(error)
    }
  })
  const showDeclined = (error: HttpError) => {
    toastError(error, { title: 'Payment Failed', fallback: 'Your card was declined.' })
    form.setFocus('number')
    showServerErrors(form, error, 'Your card was declined.')
  }

  return (
    <form
      onSubmit={(event) => (isPaying ? event.preventDefault() : void submit(event))}
      noValidate
      className="mt-6 grid grid-cols-2 gap-x-4 gap-y-5"
    >
      {fields.map((field) => (
        <InputField
          key={field.name}
          {...field}
          form={form}
          rules={{
            onChange: () => {
              form.clearErrors(field.name)
              form.clearErrors('root')
            },
          }}
          inputMode="numeric"
          readOnly={isPaying}
          fieldClassName={field.name === 'number' ? 'col-span-2' : ''}
        />
      ))}
      {declined && (
        <div className="col-span-2">
          <ProblemText isBoxed>{declined}</ProblemText>
        </div>
      )}
      <div className="col-span-2 mt-2">
        <PayButtons {...{ label, busyLabel, backLabel, onBack }} isPaying={isPaying} isReady />
      </div>
    </form>
  )
}
