import { useFormContext } from 'react-hook-form'
import { SelectField } from '#client/ui/form-field.tsx'
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
  const form = useFormContext<CharacterFields>()
  return (
    <SelectField label={formFields[name].label} help={help} form={form} name={name}>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value} disabled={choice.disabled}>
          {choice.label}
        </option>
      ))}
    </SelectField>
  )
}
