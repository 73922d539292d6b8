import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import { errorText, HttpError } from '#client/lib/http.ts'

/** Shows what the server refused: its words at the form's root, the fields it named marked, the first one focused. */
export function showServerFaults<Form extends FieldValues>(form: UseFormReturn<Form>, error: unknown): void {
  const named = error instanceof HttpError ? Object.keys(error.body?.fields ?? {}) : []
  const fields = named.filter((name): name is Path<Form> => name in form.getValues())
  form.setError('root', {
    type: 'server',
    message: errorText(error, 'An unexpected error occurred. Please try again.'),
  })
  for (const field of fields) form.setError(field, { type: 'server' })
  const [first] = fields
  if (first) form.setFocus(first, { shouldSelect: true })
}
