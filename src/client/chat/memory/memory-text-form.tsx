import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { showServerErrors } from '#client/accounts/show-server-errors.ts'
import { Field } from '#client/ui/field.tsx'
import { FormEnd } from '#client/ui/form-end.tsx'
import { Textarea } from '#client/ui/textarea.tsx'

interface Fields {
  text: string
}

interface MemoryTextFormProps {
  label: string
  text: string
  schema: ZodType<Fields, Fields>
  maxLength: number
  onSave: (text: string) => Promise<void>
  onClose: () => void
}

/** A text of the memory that is written or corrected. Escape closes it, and only it. */
export function MemoryTextForm({ label, text: before, schema, maxLength, onSave, onClose }: MemoryTextFormProps) {
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { text: before } })
  const { errors, isSubmitting } = form.formState
  const save = form.handleSubmit(async ({ text }) => {
    try {
      if (text !== before) await onSave(text)
      onClose()
    } catch (error) {
      showServerErrors(form, error, 'This was not saved. Please try again.')
    }
  })
  return (
    <form
      onSubmit={save}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
      noValidate
      className="flex flex-col gap-3"
    >
      <Field label={label} error={errors.text?.message}>
        {(control) => <Textarea {...control} {...form.register('text')} autoFocus maxLength={maxLength} />}
      </Field>
      <FormEnd problem={errors.root?.message} isSubmitting={isSubmitting} onCancel={onClose} />
    </form>
  )
}
