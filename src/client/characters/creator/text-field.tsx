import { useFormContext } from 'react-hook-form'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { MacroTextarea } from '#client/ui/macro-textarea.tsx'
import { estimateTokens } from '#engine/prompt/estimate.ts'
import { missingInformation } from '#shared/character-terms.ts'
import type { CharacterFields, CharacterTextField } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

interface TextFieldProps {
  name: CharacterTextField
  help?: string
  placeholder?: string
  aside?: string
  /** A single-line input instead of a text area. */
  singleLine?: boolean
  rows?: number
  disabled?: boolean
  /** The message if the field is empty, instead of the form's general one. */
  missingMessage?: string
}

/** What a text takes of a model's context. */
function tokensText(text: string): string | undefined {
  const tokens = estimateTokens(text)
  return tokens === 0 ? undefined : `about ${tokens.toLocaleString('en')} ${tokens === 1 ? 'token' : 'tokens'}`
}

/** A text field bound to the form. */
export function TextField({
  name,
  help,
  placeholder,
  aside,
  singleLine,
  rows,
  disabled,
  missingMessage,
}: TextFieldProps) {
  const { register, formState, watch } = useFormContext<CharacterFields>()
  const text = watch(name)
  const message = formState.errors[name]?.message
  const error = missingMessage && message === missingInformation.text ? missingMessage : message
  return (
    <Field
      label={formFields[name].label}
      help={help}
      aside={aside ?? (singleLine ? undefined : tokensText(text))}
      error={error}
    >
      {(control) =>
        singleLine ? (
          <Input {...control} {...register(name)} dir="auto" placeholder={placeholder} disabled={disabled} />
        ) : (
          <MacroTextarea
            {...control}
            {...register(name)}
            dir="auto"
            placeholder={placeholder}
            rows={rows}
            disabled={disabled}
          />
        )
      }
    </Field>
  )
}
