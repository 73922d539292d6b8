import type { FieldValues, Path, Resolver } from 'react-hook-form'
import type { Faults } from './auth-forms.ts'

/** Lets react-hook-form mark the fields at fault, and carries the form's one message at its root. */
export function resolverFor<Form extends FieldValues>(faultsOf: (form: Form) => Faults<Form>): Resolver<Form> {
  return (values) => {
    const faults = faultsOf(values)
    if (!faults) return { values, errors: {} }
    const marked = faults.fields.map((field) => [field as Path<Form>, { type: 'validate' }])
    return {
      values: {},
      errors: { ...Object.fromEntries(marked), root: { type: 'validate', message: faults.message } },
    }
  }
}
