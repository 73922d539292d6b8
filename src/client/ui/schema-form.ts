import { zodResolver } from '@hookform/resolvers/zod'
import type { ReactNode } from 'react'
import {
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from 'react-hook-form'
import type { ZodType } from 'zod'

/** The props of a form's fields and switches, by the names of their values. */
export function fieldsOf<Fields extends FieldValues, Output>(form: UseFormReturn<Fields, unknown, Output>) {
  return {
    field: (name: Path<Fields>, label: ReactNode, help?: ReactNode) => ({ form, name, label, help }),
    toggle: (name: Path<Fields>, label: string, text: string) => ({
      label,
      text,
      checked: form.watch(name) === true,
      onChange: (isOn: boolean) => form.setValue(name, isOn as PathValue<Fields, Path<Fields>>, { shouldDirty: true }),
    }),
  }
}

type Options<Fields extends FieldValues, Output> = Omit<UseFormProps<Fields, unknown, Output>, 'resolver'>

/** A form whose values a schema checks. */
export function useSchemaForm<Fields extends FieldValues, Output>(
  schema: ZodType<Output, Fields>,
  defaultValues: DefaultValues<Fields>,
  options: Options<Fields, Output> = {},
) {
  const form = useForm<Fields, unknown, Output>({ resolver: zodResolver(schema), defaultValues, ...options })
  return { ...form, ...fieldsOf(form) }
}
