import type { ComponentProps, ReactNode } from 'react'
import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import type { ZodType } from 'zod'
import { HttpError } from '#client/lib/http.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { useClose } from '#client/ui/close-context.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { createFormField, InputField, SelectField } from '#client/ui/form-field.tsx'
import { Input } from '#client/ui/input.tsx'
import { ProblemText } from '#client/ui/problem-text.tsx'
import { useSchemaForm } from '#client/ui/schema-form.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import { refreshConnections } from './refresh-connections.ts'
import { type TestedConnection, TestNotice } from './test-notice.tsx'

/** The values that all connections have. An empty key: the stored one stays. */
interface Values {
  service: string
  name?: string
  baseUrl: string
  apiKey?: string | null
  updatedAt?: number
}

interface Service {
  id: string
  label: string
  /** Empty for a service that the admin names. */
  baseUrl: string
  needsKey: boolean
}

interface Draft<Request> {
  /** Of the connection that is edited; undefined for a new one. */
  id: string | undefined
  connection: Request
}

interface ConnectionDialogProps<Fields extends Values, Request, Chosen extends Service> {
  title: string
  schema: ZodType<Request, Fields>
  services: readonly Chosen[]
  /** Null: a new one. */
  connection: { id?: string; service: string; hasKey: boolean; isKeyUnreadable?: boolean } | null
  /** The values with which the form begins. */
  defaultValues: NoInfer<Fields> | undefined
  /** What a service sets where it is chosen. A name of the admin's own stays. */
  preset: (service: Chosen) => Partial<NoInfer<Fields>>
  /** Without it, the connection has no name. */
  nameHelp?: string
  addressHelp?: (service: Chosen | undefined) => string | undefined
  /** Before what is always said of a key. */
  keyNote?: (service: Chosen | undefined) => string
  /** False for a model on this machine. */
  hasAddress?: (service: Chosen | undefined) => boolean
  test: (draft: Draft<Request>) => Promise<TestedConnection>
  /** While it is tested. */
  testing: string
  save: (draft: Draft<Request>) => Promise<unknown>
  /** What uses the connection from now on. */
  used: string
  /** The other fields. */
  children: (form: ReturnType<typeof useSchemaForm<Fields, Request>>, id: string | undefined) => ReactNode
}

/** What all services set: their name, where they have an address of their own, and no key. */
export const servicePreset = ({ id, label, baseUrl }: Service) => ({
  service: id,
  name: baseUrl === '' ? '' : label,
  baseUrl,
  apiKey: undefined,
})

/** A form that connects an external service, tests it and saves it. */
export function ConnectionDialog<Fields extends Values, Request, Chosen extends Service>(
  props: ConnectionDialogProps<Fields, Request, Chosen>,
) {
  const close = useClose()
  const { services, connection, preset, nameHelp, addressHelp, keyNote, hasAddress } = props
  const whole = useSchemaForm(props.schema, props.defaultValues as DefaultValues<Fields>)
  const { field, ...form } = whole as unknown as ReturnType<typeof useSchemaForm<Values & FieldValues, Request>>
  const service = services.find(({ id }) => id === form.watch('service'))
  const id = connection?.id
  const choose = (chosenId: string) => {
    const chosen = services.find((entry) => entry.id === chosenId)
    // One that is edited may be moved to another service with its address.
    if (!chosen || id !== undefined) return
    const values = form.getValues()
    const isOwnName = values.name && services.every(({ label }) => label !== values.name)
    form.reset({ ...values, ...preset(chosen), ...(isOwnName && { name: values.name }) })
  }
  const onError = (error: Error) => {
    const updatedAt = conflictOf(error)
    void refreshConnections()
    if (updatedAt === null) return showServerErrors(whole as UseFormReturn<Fields, unknown, Request>, error)
    form.setValue('updatedAt', updatedAt)
    form.setError('root', { type: 'server', message: conflictText })
  }
  const test = useSingleMutation({ mutationFn: props.test, onError })
  const save = useSingleMutation({
    mutationFn: props.save,
    onSuccess: async () => {
      await refreshConnections()
      toast({ title: id === undefined ? 'Connected' : 'Saved', description: props.used })
      close()
    },
    onError,
  })
  // Where there is one connection only, the key of another service is not used.
  const isStored = id !== undefined || connection?.service === service?.id
  const keyHelp =
    isStored && connection?.isKeyUnreadable
      ? 'The stored key cannot be read. Enter it again.'
      : isStored && connection?.hasKey
        ? 'A key is stored. Leave this empty to keep it.'
        : `${keyNote?.(service) ?? ''}Stored encrypted, and never shown again.`
  const submit = (request: Request) => {
    const hasKey = form.getValues('apiKey') || (isStored && connection?.hasKey)
    if (hasKey || !service?.needsKey) save.mutate({ id, connection: request })
    else form.setError('apiKey', { message: 'Enter the key: this service needs one.' }, { shouldFocus: true })
  }
  return (
    <Dialog title={props.title} className="sm:max-w-xl">
      <form
        noValidate
        className="flex flex-col gap-5 [&_:is(input,select,summary)]:scroll-mb-20"
        onSubmit={form.handleSubmit(submit)}
        // The result of a test applies only to the values that were tested.
        onChange={test.reset}
      >
        <SelectField
          {...field('service', 'Service')}
          rules={{ onChange: (event) => choose(event.target.value) }}
          options={services.map((each) => [each.id, each.label])}
        />
        {nameHelp && <InputField {...field('name', 'Name', nameHelp)} autoComplete="off" />}
        {hasAddress?.(service) !== false && (
          <>
            <AddressField {...field('baseUrl', 'Address', addressHelp?.(service))} />
            <KeyField
              {...field('apiKey', 'Key', keyHelp)}
              aside={service?.needsKey ? undefined : 'if it needs one'}
              rules={{ setValueAs: (key: string | undefined) => key?.trim() || undefined }}
            />
          </>
        )}
        {props.children(whole, id)}
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

const AddressField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} inputMode="url" autoCapitalize="none" spellCheck={false} />
))

const KeyField = createFormField((props: ComponentProps<'input'>) => (
  <Input {...props} type="password" autoComplete="off" data-1p-ignore spellCheck={false} />
))
