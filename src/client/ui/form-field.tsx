import type { ComponentType } from 'react'
import type { FieldValues, Path, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { Field, type FieldProps } from './field.tsx'
import { Input } from './input.tsx'
import { Select } from './select.tsx'
import { Textarea } from './textarea.tsx'

type Around = Pick<FieldProps, 'label' | 'help' | 'aside' | 'error' | 'invalid'>

interface FormFieldProps<Fields extends FieldValues, Output> extends Around {
  /** The form that has the value, and its name there. Without them, the control is given its value. */
  form?: UseFormReturn<Fields, unknown, Output>
  name?: Path<Fields>
  rules?: RegisterOptions<Fields, Path<Fields>>
  fieldClassName?: string
}

/**
 * Makes a field from a control: its label, help and what is wrong with its value. A form that shows that elsewhere gives
 * `error` or `invalid`.
 */
export function createFormField<Props>(Control: ComponentType<Props>) {
  return function FormField<Fields extends FieldValues, Output>(
    props: FormFieldProps<Fields, Output> & Omit<Props, keyof FormFieldProps<Fields, Output>>,
  ) {
    const { form, name, rules, label, help, aside, error, invalid, fieldClassName, ...control } = props
    const registered = form && name && form.register(name, rules)
    const found = form && name && form.getFieldState(name, form.formState).error?.message
    // What the form says as a whole is not said again.
    const own = found === form?.formState.errors.root?.message ? undefined : found
    const around = { error: own, invalid: found !== undefined, ...('error' in props && { error, invalid }) }
    return (
      <Field label={label} help={help} aside={aside} {...around} className={fieldClassName}>
        {(attributes) => <Control {...attributes} {...registered} {...(control as Props)} />}
      </Field>
    )
  }
}

export const InputField = createFormField(Input)
export const TextareaField = createFormField(Textarea)
export const SelectField = createFormField(Select)
