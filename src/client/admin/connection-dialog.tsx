import { type ComponentProps, type ReactNode, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { HttpError, hasStatus } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { createFormField, InputField, SelectField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { type TestedConnection, TestNotice } from './test-notice.tsx'

/** The values that all connections have. */
interface Values {
  service: string
  name: string
  baseUrl: string
  /** Empty: the stored key stays. */
  apiKey: string
  updatedAt?: number
}

interface Draft<Request> {
  /** Of the connection that is edited; undefined for a new one. */
  id: string | undefined
  connection: Request
}

interface ConnectionDialogProps<Fields extends FieldValues, Request> extends Closable {
  title: string
  form: UseFormReturn<Fields, unknown, Request>
  services: readonly { id: string; label: string; needsKey: boolean }[]
  /** Null: a new one. */
  connection: { id?: string; hasKey: boolean; isKeyUnreadable?: boolean } | null
  onService: (id: string) => void
  /** Without it, the connection has no name. */
  nameHelp?: string
  addressHelp?: string | undefined
  /** Before what is always said of a key. */
  keyNote?: string
  /** False for a model on this machine. */
  hasAddress?: boolean
  test: (draft: Draft<Request>) => Promise<TestedConnection>
  /** While it is tested. */
  testing: string
  save: (draft: Draft<Request>) => Promise<unknown>
  /** What uses the connection from now on. */
  used: string
  /** Called after a change, also by another admin. */
  refresh: () => unknown
  /** The other fields. */
  children: (id: string | undefined) => ReactNode
}

/** A form that connects an external service, tests it and saves it. */
export function ConnectionDialog<Fields extends FieldValues, Request>(props: ConnectionDialogProps<Fields, Request>) {
  const { title, form: whole, services, connection, onService, onClose, children } = props
  const { nameHelp, addressHelp, keyNote = '', hasAddress = true } = props
  const form = whole as unknown as UseFormReturn<Values & FieldValues, unknown, Request>
  const service = services.find(({ id }) => id === form.watch('service'))
  // Undefined once another admin has deleted it: it is saved as a new one then.
  const [id, setId] = useState(connection?.id)
  const isDeleted = id !== connection?.id
  const onError = (error: Error) => {
    const updatedAt = conflictOf(error)
    const isGone = id !== undefined && hasStatus(error, 404)
    if (updatedAt === null && !isGone) return showServerErrors(whole, error)
    if (isGone) {
      setId(undefined)
      test.reset()
    } else form.setValue('updatedAt', updatedAt ?? 0)
    form.setError('root', { type: 'server', message: isGone ? deletedText : conflictText })
    void props.refresh()
  }
  const test = useSingleMutation({ mutationFn: props.test, onError })
  const save = useSingleMutation({
    mutationFn: props.save,
    onSuccess: async () => {
      await props.refresh()
      toast({ title: id === undefined ? 'Connected' : 'Saved', description: props.used })
      onClose()
    },
    onError,
  })
  const keyHelp = connection?.isKeyUnreadable
    ? 'The stored key cannot be read. Enter it again.'
    : connection?.hasKey && !isDeleted
      ? 'A key is stored. Leave this empty to keep it.'
      : `${keyNote}Stored encrypted, and never shown again.`
  return (
    <Dialog title={title} className="sm:max-w-xl" onClose={onClose}>
      <form
        noValidate
        className="flex flex-col gap-5 [&_:is(input,select,summary)]:scroll-mb-20"
        onSubmit={form.handleSubmit((request) => save.mutate({ id, connection: request }))}
        // The result of a test applies only to the values that were tested.
        onChange={test.reset}
      >
        <SelectField
          label="Service"
          form={form}
          name="service"
          rules={{ onChange: (event) => onService(event.target.value) }}
          options={services.map((each) => [each.id, each.label])}
        />
        {nameHelp && <InputField label="Name" help={nameHelp} form={form} name="name" autoComplete="off" />}
        {hasAddress && (
          <>
            <AddressField label="Address" help={addressHelp} form={form} name="baseUrl" />
            <KeyField
              label="Key"
              aside={service?.needsKey ? undefined : 'if it needs one'}
              help={keyHelp}
              form={form}
              name="apiKey"
            />
          </>
        )}
        {children(id)}
        <div className="dialog-end flex flex-col [&>[role=alert]:has(p)]:mb-4">
          <TestNotice test={test} className="mb-4" />
          <ProblemText isBoxed>{form.formState.errors.root?.message}</ProblemText>
          <div className="flex flex-wrap justify-end gap-2.5">
            <Button
              variant="outline"
              aria-disabled={test.isPending}
              onClick={form.handleSubmit((request) => test.mutate({ id, connection: request }))}
            >
              {test.isPending ? props.testing : 'Test'}
            </Button>
            <Button type="submit" aria-disabled={save.isPending}>
              {save.isPending ? 'Saving…' : 'Save'}
            </Button>
          </div>
        </div>
      </form>
    </Dialog>
  )
}

/** When another admin has changed the connection that a save would have replaced, or null. */
const conflictOf = (error: unknown): number | null =>
  error instanceof HttpError && error.body?.code === 'connection_changed' ? (error.body.updatedAt ?? null) : null

const conflictText =
  'Another admin has changed this connection in the meantime. Save again to replace that change with yours, or close this to keep it.'
const deletedText =
  'Another admin has deleted this connection. Save again to connect it anew, with its key, or close this.'

const AddressField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} inputMode="url" autoCapitalize="none" spellCheck={false} />
))

const KeyField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} type="password" autoComplete="off" data-1p-ignore spellCheck={false} />
))
