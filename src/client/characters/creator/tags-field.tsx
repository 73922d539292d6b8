import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { InputField } from '#client/ui/form-field.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { formFields } from './creator-values.ts'

const split = (text: string) =>
  text
    .split(/[,\n，、]/)
    .map((tag) => tag.trim())
    .filter((tag) => tag !== '')
const isSame = (a: readonly string[], b: readonly string[]) => a.join('\n') === b.join('\n')

export function TagsField() {
  const { watch, setValue, formState } = useFormContext<CharacterFields>()
  const tags = watch('tags')
  const [written, setWritten] = useState(() => tags.join(', '))
  const errors = formState.errors.tags
  return (
    <InputField
      label={formFields.tags.label}
      help="Words that people search for, separated by commas. Each is found as tag:word in Discover."
      error={errors?.message ?? errors?.root?.message ?? errors?.find?.((error) => error)?.message}
      dir="auto"
      placeholder="lighthouse, slow burn, sea"
      // A template or a draft may have replaced them.
      value={isSame(split(written), tags) ? written : tags.join(', ')}
      onChange={({ target: { value } }) => {
        setWritten(value)
        setValue('tags', split(value), { shouldDirty: true, shouldValidate: true })
      }}
    />
  )
}
