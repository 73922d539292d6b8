import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import { useForm } from 'react-hook-form'
import type { ZodType } from 'zod'
import { InputField } from '#client/ui/form-field.tsx'
import type { Closable } from './dialogs.tsx'
import { FormDialog } from './form-dialog.tsx'

interface Fields {
  name: string
}

interface NameDialogProps extends Closable {
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
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { name } })
  return (
    <FormDialog {...dialog} form={form} onSave={(fields) => onSave(fields.name)}>
      <InputField
        label={label}
        form={form}
        name="name"
        maxLength={maxLength}
        onFocus={({ target }) => target.select()}
        autoComplete="off"
      />
    </FormDialog>
  )
}
