import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Select } from '#client/ui/select.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

export interface Choice {
  value: string
  label: string
  disabled?: boolean
}

interface ChoiceFieldProps {
  name: 'category' | 'gender' | 'contentRating' | 'maxChatRating' | 'creativity' | 'plotAdvancement'
  help?: string
  choices: readonly Choice[]
}

export function ChoiceField({ name, help, choices }: ChoiceFieldProps) {
  const { register, formState } = useFormContext<CharacterFields>()
  return (
    <Field label={formFields[name].label} help={help} error={formState.errors[name]?.message}>
      {(control) => (
        <Select {...control} {...register(name)}>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value} disabled={choice.disabled}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  )
}
