import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { errorText, HttpError } from '#client/lib/http.ts'

/** Shows the server's message at the form's root, marks the fields that it names, and focuses the first of them. */
export function showServerErrors<Form extends FieldValues, Output>(
  form: UseFormReturn<Form, unknown, Output>,
  error: unknown,
): void {
  const names = error instanceof HttpError ? Object.keys(error.body?.fields ?? {}) : []
  const fields = names.filter((name): name is Path<Form> => name in form.getValues())
  form.setError('root', {
    type: 'server',
    message: errorText(error, 'An unexpected error occurred. Please try again.'),
  })
  for (const field of fields) form.setError(field, { type: 'server' })
  const [first] = fields
  if (first) form.setFocus(first, { shouldSelect: true })
}
