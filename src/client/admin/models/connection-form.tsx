import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormNotice } from '#client/accounts/form-notice.tsx'
import { showServerErrors } from '#client/accounts/show-server-errors.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { ModelConnection, ModelService } from '#shared/models.ts'
import { saveConnection, testConnection, useRefresh } from './api.ts'
import { type ConnectionValues, findProblems, presetValues, toInput, toValues } from './connection-values.ts'
import { ModelField } from './model-field.tsx'
import { MoreSettings } from './more-settings.tsx'
import { TestNotice } from './test-notice.tsx'

interface ConnectionFormProps {
  services: ModelService[]
  connection: ModelConnection | null
  onSaved: () => void
}

export function ConnectionForm({ services, connection, onSaved }: ConnectionFormProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm<ConnectionValues>(defaultValues ? { defaultValues } : {})
  const { errors } = form.formState
  const refresh = useRefresh()
  const service = services.find(({ id }) => id === form.watch('service'))
  const draft = () => ({
    ...(connection ? { id: connection.id } : {}),
    connection: toInput(form.getValues()),
  })
  const save = useMutation({
    mutationFn: () => saveConnection(draft()),
    onSuccess: async () => {
      await refresh()
      toast({ title: connection ? 'Saved' : 'Connected', description: 'The next reply uses it.' })
      onSaved()
    },
    onError: (error) => showServerErrors(form, error),
  })
  const test = useMutation({
    mutationFn: () => testConnection(draft()),
    onError: (error) => showServerErrors(form, error),
  })
  /** Shows what is wrong at the fields, or runs the action. */
  const check = (action: { isPending: boolean; mutate: () => void }) => {
    if (action.isPending) return
    form.clearErrors()
    const problems = Object.entries(findProblems(form.getValues())) as [keyof ConnectionValues, string][]
    for (const [field, message] of problems) form.setError(field, { message })
    if (problems[0]) form.setFocus(problems[0][0])
    else action.mutate()
  }
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen) form.reset(presetValues(chosen))
    test.reset()
  }
  return (
    <form
      noValidate
      className="flex flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        check(save)
      }}
    >
      <Field label="Service">
        {(control) => (
          <Select
            {...control}
            {...form.register('service', { onChange: (event) => !connection && choose(event.target.value) })}
          >
            {services.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Name" help="Only admins see it." error={errors.name?.message}>
        {(control) => <Input {...control} {...form.register('name')} autoComplete="off" />}
      </Field>
      <Field
        label="Address"
        help={service?.isLocal ? 'As the server reaches it: 127.0.0.1 is the machine Troupe runs on.' : undefined}
        error={errors.baseUrl?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('baseUrl')} inputMode="url" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field
        label="Key"
        aside={service?.needsKey ? undefined : 'if it needs one'}
        help={
          connection?.hasKey
            ? 'A key is stored. Leave this empty to keep it.'
            : 'Stored encrypted, and never shown again.'
        }
        error={errors.apiKey?.message}
      >
        {(control) => (
          <Input
            {...control}
            {...form.register('apiKey')}
            type="password"
            autoComplete="off"
            data-1p-ignore
            spellCheck={false}
          />
        )}
      </Field>
      <ModelField form={form} draft={draft} />
      <MoreSettings form={form} />
      <TestNotice test={test} />
      <div className="flex flex-col [&>[role=alert]:has(p)]:mb-4">
        <FormNotice message={errors.root?.message} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" aria-disabled={test.isPending} onClick={() => check(test)}>
            {test.isPending ? 'Testing…' : 'Test'}
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}
