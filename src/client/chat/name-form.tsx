import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { errorText } from '#client/lib/http.ts'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Input } from '#client/ui/input.tsx'

interface Fields {
  name: string
}

interface NameFormProps {
  label: string
  /** The name before. */
  name: string
  schema: ZodType<Fields, Fields>
  maxLength?: number
  /** Shown where the server gives no reason. */
  failure: string
  onSave: (name: string) => Promise<unknown>
  onCancel: () => void
}

/** Names something: a conversation, a folder, a branch. */
export function NameForm({ label, name, schema, maxLength, failure, onSave, onCancel }: NameFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async (fields) => {
    try {
      await onSave(fields.name)
    } catch (error) {
      form.setError('name', { message: errorText(error, failure) })
    }
  })
  return (
    <form onSubmit={save} noValidate className="flex flex-col gap-5">
      <Field label={label} error={errors.name?.message}>
        {(control) => (
          <Input
            {...control}
            {...form.register('name')}
            maxLength={maxLength}
            onFocus={({ target }) => target.select()}
            autoComplete="off"
          />
        )}
      </Field>
      <FormEnd isSubmitting={isSubmitting} onCancel={onCancel} />
    </form>
  )
}
