import type { UseFormReturn } from 'react-hook-form'
import { InputField } from '#client/ui/form-field.tsx'
import { FormSection } from '#client/ui/form-section.tsx'
import { SwitchField } from '#client/ui/switch-field.tsx'
import type { ConnectionRequest } from '#shared/models.ts'
import type { ConnectionValues } from './connection-values.ts'

const numbers = [
  { name: 'contextTokens', label: 'Context', help: 'Tokens of prompt and reply. Empty: 8,192, or what the model has.' },
  { name: 'maxReplyTokens', label: 'Longest reply', help: 'Tokens. Empty: 600.' },
  { name: 'sampling.temperature', label: 'Temperature', help: '0 to 2. Empty: as each character sets it.' },
  { name: 'sampling.topP', label: 'Top P', help: 'Up to 1. Empty: as the service sets it.' },
  { name: 'sampling.minP', label: 'Min P', help: 'Up to 1. Empty: what suits the model.' },
  { name: 'sampling.repetitionPenalty', label: 'Repetition penalty', help: '0.5 to 2. Empty: what suits the model.' },
] as const

const prices = [
  { name: 'prices.input', label: 'Read', help: 'Tokens of the prompt.' },
  { name: 'prices.cached', label: 'Read from the cache', help: 'Empty: the same as Read.' },
  { name: 'prices.output', label: 'Written', help: 'Tokens of the reply.' },
] as const

type NumberField = (typeof numbers | typeof prices)[number]

/** What most operators leave as it is. */
export function MoreSettings({ form }: { form: UseFormReturn<ConnectionValues, unknown, ConnectionRequest> }) {
  return (
    <>
      <SwitchField
        label="In use"
        text="While it is off, it is kept here but writes no replies."
        checked={form.watch('enabled')}
        onChange={(enabled) => form.setValue('enabled', enabled)}
      />
      <SwitchField
        label="Premium only"
        text="Free accounts get the next model of the list."
        checked={form.watch('premiumOnly')}
        onChange={(premiumOnly) => form.setValue('premiumOnly', premiumOnly)}
      />
      <NumberFields form={form} title="Context and sampling" fields={numbers} />
      <NumberFields
        form={form}
        title="Prices"
        text="US dollars for a million tokens. Empty: what is known of the model; if nothing is, its costs are not counted."
        fields={prices}
      />
    </>
  )
}

interface NumberFieldsProps {
  form: UseFormReturn<ConnectionValues, unknown, ConnectionRequest>
  title: string
  text?: string
  fields: readonly NumberField[]
}

function NumberFields({ form, title, text, fields }: NumberFieldsProps) {
  const errorOf = (name: NumberField['name']) => form.getFieldState(name, form.formState).error?.message
  const hasError = fields.some(({ name }) => errorOf(name))
  return (
    <FormSection title={title} hasError={hasError}>
      {text && <p className="pt-1 text-ink-soft text-sm">{text}</p>}
      <div className={`grid grid-cols-1 gap-5 pt-2 pb-4 ${fields.length === 3 ? 'sm:grid-cols-3' : 'sm:grid-cols-2'}`}>
        {fields.map(({ name, label, help }) => (
          <InputField
            key={name}
            label={label}
            help={help}
            error={errorOf(name)}
            form={form}
            name={name}
            inputMode="decimal"
            autoComplete="off"
          />
        ))}
      </div>
    </FormSection>
  )
}
