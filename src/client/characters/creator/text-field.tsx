import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Textarea } from '#client/ui/textarea.tsx'
import { missingInformation } from '#shared/character-terms.ts'
import type { CharacterFields } from '#shared/characters.ts'

type TextFieldName = {
  [Name in keyof CharacterFields]: CharacterFields[Name] extends string
    ? string extends CharacterFields[Name]
      ? Name
      : never
    : never
}[keyof CharacterFields]

interface TextFieldProps {
  name: TextFieldName
  label: string
  help?: string
  placeholder?: string
  aside?: string
  /** One line instead of a paragraph. */
  line?: boolean
  rows?: number
  disabled?: boolean
  /** Said at the field when it was left empty, where the form's own words would repeat themselves. */
  missing?: string
}

/** A text of the character, bound to the form. */
export function TextField({ name, label, help, placeholder, aside, line, rows, disabled, missing }: TextFieldProps) {
  const { register, formState } = useFormContext<CharacterFields>()
  const message = formState.errors[name]?.message
  const error = missing && message === missingInformation.text ? missing : message
  return (
    <Field label={label} help={help} aside={aside} error={error}>
      {(control) =>
        line ? (
          <Input {...control} {...register(name)} placeholder={placeholder} disabled={disabled} />
        ) : (
          <Textarea {...control} {...register(name)} placeholder={placeholder} rows={rows} disabled={disabled} />
        )
      }
    </Field>
  )
}
