import { type ReactNode, type SyntheticEvent, useRef } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { HttpError } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { Select } from '#client/ui/select.tsx'

/*
 * The parts of the forms that connect an external service: which one, its address, its key, and Test and Save at the end.
 */

interface ServiceFormProps {
  children: ReactNode
  /** What is wrong with the whole form. */
  error: string | undefined
  result: ReactNode
  test: Action & { label: string }
  save: Action
  onChange: () => void
}

interface Action {
  isPending: boolean
  run: (event: SyntheticEvent) => Promise<unknown>
}

export function ServiceForm({ children, error, result, test, save, onChange }: ServiceFormProps) {
  // The second click of a double click comes before the button is drawn as pending.
  const running = useRef(new Set<string>())
  const once = (name: string, action: Action) => async (event: SyntheticEvent) => {
    event.preventDefault()
    if (running.current.has(name)) return
    running.current.add(name)
    await action.run(event).catch(() => {})
    running.current.delete(name)
  }
  const onEdit = () => {
    // Other values may be tested while a host that does not answer is still waited for.
    running.current.delete('test')
    onChange()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5 [&_:is(input,select,summary)]:scroll-mb-20"
      onSubmit={once('save', save)}
      onChange={onEdit}
    >
      {children}
      <div className="dialog-end flex flex-col [&>[role=alert]:has(p)]:mb-4">
        {result}
        <ProblemText isBoxed>{error}</ProblemText>
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" aria-disabled={test.isPending} onClick={once('test', test)}>
            {test.isPending ? test.label : 'Test'}
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}

/** When another admin has changed the connection that a save would have replaced, or null. */
export function conflictOf(error: unknown): number | null {
  return error instanceof HttpError && error.body?.code === 'connection_changed' ? (error.body.updatedAt ?? null) : null
}

export const conflictText =
  'Another admin has changed this connection in the meantime. Save again to replace that change with yours, or close this to keep it.'

interface ServiceFieldProps {
  field: UseFormRegisterReturn
  services: readonly { id: string; label: string }[]
}

export function ServiceField({ field, services }: ServiceFieldProps) {
  return (
    <Field label="Service">
      {(control) => <Select {...control} {...field} options={services.map(({ id, label }) => [id, label])} />}
    </Field>
  )
}

interface TextFieldProps {
  field: UseFormRegisterReturn
  help: string | undefined
  error: string | undefined
}

export function AddressField({ field, help, error }: TextFieldProps) {
  return (
    <Field label="Address" help={help} error={error}>
      {(control) => <Input {...control} {...field} inputMode="url" autoCapitalize="none" spellCheck={false} />}
    </Field>
  )
}

export function KeyField({ field, isRequired, help, error }: TextFieldProps & { isRequired: boolean }) {
  return (
    <Field label="Key" aside={isRequired ? undefined : 'if it needs one'} help={help} error={error}>
      {(control) => (
        <Input {...control} {...field} type="password" autoComplete="off" data-1p-ignore spellCheck={false} />
      )}
    </Field>
  )
}
