import { emailFieldName } from './customer-form.tsx'

/** A plan was chosen: the next thing to do is to say who one is. */
export function focusEmail() {
  document.querySelector<HTMLInputElement>(`input[name="${emailFieldName}"]`)?.focus()
}
