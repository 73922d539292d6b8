import { useFormContext } from 'react-hook-form'
import { fieldsOf } from '#client/ui/schema-form.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

/** The props of the creator's fields and switches. */
export function useCreatorFields() {
  const { field, toggle } = fieldsOf(useFormContext<CharacterFields>())
  return {
    field: (name: keyof CharacterFields, help: string) => field(name, formFields[name].label, help),
    toggle: (name: keyof CharacterFields, text: string) => toggle(name, formFields[name].label, text),
  }
}
