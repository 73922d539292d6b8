import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { hasStatus } from '#client/lib/http.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { ConnectionInput, ModelConnection, ModelService } from '#shared/models.ts'
import { AddressField, conflictOf, conflictText, KeyField, ServiceForm } from '../service-form.tsx'
import { TestNotice } from '../test-notice.tsx'
import { saveConnection, testConnection, useRefresh } from './api.ts'
import { ConnectionFields, changeService, presetValues, toInput, toValues } from './connection-values.ts'
import { ModelField } from './model-field.tsx'
import { MoreSettings } from './more-settings.tsx'

const deletedText =
  'Another admin has deleted this connection. Save again to connect it anew, with its key, or close this.'

interface ConnectionDialogProps extends Closable {
  services: ModelService[]
  /** Null: a new one. */
  connection: ModelConnection | null
}

export function ConnectionDialog({ services, connection, onClose }: ConnectionDialogProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm({ resolver: zodResolver(ConnectionFields), defaultValues })
  const { errors } = form.formState
  const refresh = useRefresh()
  const service = services.find(({ id }) => id === form.watch('service'))
  // Undefined once another admin has deleted it: it is saved as a new one then.
  const [id, setId] = useState(connection?.id)
  const draftOf = (input: ConnectionInput) => ({ id, connection: input })
  const onError = (error: Error) => {
    const updatedAt = conflictOf(error)
    const isDeleted = id !== undefined && hasStatus(error, 404)
    if (updatedAt === null && !isDeleted) return showServerErrors(form, error)
    if (isDeleted) {
      setId(undefined)
      test.reset()
    } else form.setValue('updatedAt', updatedAt ?? 0)
    form.setError('root', { type: 'server', message: isDeleted ? deletedText : conflictText })
    void refresh()
  }
  const save = useMutation({
    mutationFn: saveConnection,
    onSuccess: async () => {
      await refresh()
      toast({ title: id === undefined ? 'Connected' : 'Saved', description: 'The next reply uses it.' })
      onClose()
    },
    onError,
  })
  const test = useMutation({ mutationFn: testConnection, onError })
  const run = (send: (draft: ReturnType<typeof draftOf>) => Promise<unknown>) =>
    form.handleSubmit((request) => send(draftOf(request)))
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen) form.reset(changeService(form.getValues(), chosen, services))
  }
  return (
    <Dialog
      title={connection === null ? 'Connect a model' : `Edit ${connection.name}`}
      className="sm:max-w-xl"
      onClose={onClose}
    >
      <ServiceForm
        error={errors.root?.message}
        result={<TestNotice test={test} className="mb-4" />}
        test={{ isPending: test.isPending, label: 'Testing…', run: run(test.mutateAsync) }}
        save={{ isPending: save.isPending, run: run(save.mutateAsync) }}
        // The result of a test applies only to the values that were tested.
        onChange={test.reset}
      >
        <SelectField
          label="Service"
          form={form}
          name="service"
          rules={{ onChange: (event) => !connection && choose(event.target.value) }}
          options={services.map(({ id, label }) => [id, label])}
        />
        <InputField label="Name" help="Only admins see it." form={form} name="name" autoComplete="off" />
        {/* A model on this machine has neither. */}
        {service?.id !== 'local-model' && (
          <>
            <AddressField
              label="Address"
              help={service?.isLocal ? 'As the server reaches it: 127.0.0.1 is the machine Troupe runs on.' : undefined}
              form={form}
              name="baseUrl"
            />
            <KeyField
              label="Key"
              aside={service?.needsKey ? undefined : 'if it needs one'}
              help={
                id !== undefined && connection?.hasKey
                  ? 'A key is stored. Leave this empty to keep it.'
                  : 'Stored encrypted, and never shown again.'
              }
              form={form}
              name="apiKey"
            />
          </>
        )}
        {/* Another address has other models. */}
        <ModelField key={form.watch('baseUrl')} form={form} draft={() => draftOf(toInput(form.getValues()))} />
        <MoreSettings form={form} />
      </ServiceForm>
    </Dialog>
  )
}
