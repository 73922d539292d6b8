import { InputField } from '#client/ui/form-field.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import type { useSchemaForm } from '#client/ui/schema-form.ts'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { ConnectionInput, ConnectionRequest } from '#shared/models.ts'
import { numberOrNull } from '../typed-values.ts'

const numbers = [
  ['contextTokens', 'Context', 'Tokens of prompt and reply. Empty: 8,192, or what the model has.'],
  ['maxReplyTokens', 'Longest reply', 'Tokens. Empty: 600.'],
  ['sampling.temperature', 'Temperature', '0 to 2. Empty: as each character sets it.'],
  ['sampling.topP', 'Top P', 'Up to 1. Empty: as the service sets it.'],
  ['sampling.minP', 'Min P', 'Up to 1. Empty: what suits the model.'],
  ['sampling.repetitionPenalty', 'Repetition penalty', '0.5 to 2. Empty: what suits the model.'],
] as const

const prices = [
  ['prices.input', 'Read', 'Tokens of the prompt.'],
  ['prices.cached', 'Read from the cache', 'Empty: the same as Read.'],
  ['prices.output', 'Written', 'Tokens of the reply.'],
] as const

/** What most operators leave as it is. */
export function MoreSettings({
  field,
  toggle,
  getFieldState,
  formState,
}: ReturnType<typeof useSchemaForm<ConnectionInput, ConnectionRequest>>) {
  const numberFields = (fields: typeof numbers | typeof prices) =>
    fields.map(([name, label, help]) => (
      <InputField
        key={name}
        {...field(name, label, help)}
        rules={numberOrNull}
        error={getFieldState(name, formState).error?.message}
        inputMode="decimal"
        autoComplete="off"
      />
    ))
  const hasError = (fields: typeof numbers | typeof prices) =>
    fields.some(([name]) => getFieldState(name, formState).error)
  return (
    <>
      <SwitchField {...toggle('enabled', 'In use', 'While it is off, it is kept here but writes no replies.')} />
      <SwitchField {...toggle('premiumOnly', 'Premium only', 'Free accounts get the next model of the list.')} />
      <FormSection title="Context and sampling" hasError={hasError(numbers)}>
        <div className="grid grid-cols-1 gap-5 pt-2 pb-4 sm:grid-cols-2">{numberFields(numbers)}</div>
      </FormSection>
      <FormSection title="Prices" hasError={hasError(prices)}>
        <p className="pt-1 text-ink-soft text-sm">
          US dollars for a million tokens. Empty: what is known of the model; if nothing is, its costs are not counted.
        </p>
        <div className="grid grid-cols-1 gap-5 pt-2 pb-4 sm:grid-cols-3">{numberFields(prices)}</div>
      </FormSection>
    </>
  )
}
