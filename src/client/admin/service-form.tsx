import { type ComponentProps, type ReactNode, type SyntheticEvent, useRef } from 'react'
import type { Path, PathValue, UseFormReturn } from 'react-hook-form'
import { HttpError } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { createFormField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { showServerErrors } from '#client/ui/show-server-errors.ts'

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

/** Shows why a connection was not saved or tested. After another admin's change, the next save replaces it. */
export function showConnectionErrors<Fields extends { updatedAt?: number }, Output>(
  form: UseFormReturn<Fields, unknown, Output>,
  error: unknown,
  refresh: () => unknown,
) {
  const updatedAt = conflictOf(error)
  if (updatedAt === null) return showServerErrors(form, error)
  form.setValue('updatedAt' as Path<Fields>, updatedAt as PathValue<Fields, Path<Fields>>)
  form.setError('root', { type: 'server', message: conflictText })
  void refresh()
}

export const AddressField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} inputMode="url" autoCapitalize="none" spellCheck={false} />
))

export const KeyField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} type="password" autoComplete="off" data-1p-ignore spellCheck={false} />
))
