import type { ReactNode } from 'react'
import type { ZodType } from 'zod'
import { InputField } from '#client/ui/form-field.tsx'
import { FormDialog } from './form-dialog.tsx'
import { useSchemaForm } from './schema-form.ts'

interface Fields {
  name: string
}

interface NameDialogProps {
  title: string
  description?: ReactNode
  label: string
  name: string
  schema: ZodType<Fields, Fields>
  maxLength?: number
  /** Shown where the server gives no reason. */
  failure: string
  onSave: (name: string) => Promise<unknown>
}

/** Names something: a conversation, a folder, a branch. */
export function NameDialog({ label, name, schema, maxLength, onSave, ...dialog }: NameDialogProps) {
  const form = useSchemaForm(schema, { name })
  return (
    <FormDialog {...dialog} form={form} onSave={(fields) => onSave(fields.name)}>
      <InputField
        {...form.field('name', label)}
        maxLength={maxLength}
        onFocus={({ target }) => target.select()}
        autoComplete="off"
      />
    </FormDialog>
  )
}
