import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { errorText, HttpError } from '#client/lib/http.ts'

/**
 * Shows why the server refused a form: at the fields that it names, the first of which gets the focus, else at the form's
 * root. The message stays until the form is submitted again. Returns the fields.
 */
export function showServerErrors<Form extends FieldValues, Output>(
  form: UseFormReturn<Form, unknown, Output>,
  error: unknown,
  fallback?: string,
): (Path<Form> & keyof Form)[] {
  const messages = (error instanceof HttpError && error.body?.fields) || {}
  const fields = Object.keys(messages).filter(
    (name): name is Path<Form> & keyof Form & string => name in form.getValues(),
  )
  for (const field of fields) form.setError(field, { type: 'server', message: messages[field] ?? '' })
  const [first] = fields
  if (first) form.setFocus(first, { shouldSelect: true })
  else form.setError('root', { type: 'server', message: errorText(error, fallback) })
  return fields
}

/** The handler of a form that saves what was entered, or shows why the server refused it. */
export const submitForm = <Form extends FieldValues, Output>(
  form: UseFormReturn<Form, unknown, Output>,
  save: (values: Output) => Promise<unknown>,
  fallback?: string,
) => form.handleSubmit((values) => save(values).catch((error: unknown) => showServerErrors(form, error, fallback)))
