import { useMutation } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { showServerErrors } from '#client/accounts/show-server-errors.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import type { AvailableModels, ConnectionInput } from '#shared/models.ts'
import { listAvailable } from './api.ts'
import { type ConnectionValues, findProblems } from './connection-values.ts'

interface ModelFieldProps {
  form: UseFormReturn<ConnectionValues>
  draft: () => { id?: string; connection: ConnectionInput }
}

/** What the server uses when no context is set. */
const defaultContext = 8192

/** The model: typed, or chosen from the list of the service. */
export function ModelField({ form, draft }: ModelFieldProps) {
  const list = useMutation({
    // The name of the connection does not matter yet.
    mutationFn: () => {
      const { connection, ...id } = draft()
      return listAvailable({ ...id, connection: { ...connection, name: connection.name || 'New' } })
    },
    onSuccess: ({ models, service }) => {
      const { model } = form.getValues()
      form.setValue('service', service)
      const [first] = models
      if (first && !models.some(({ id }) => id === model)) choose(models, first.id)
    },
    onError: (error) => showServerErrors(form, error),
  })
  const choose = (models: AvailableModels['models'], id: string) => {
    form.setValue('model', id)
    const window = models.find((entry) => entry.id === id)?.contextTokens ?? null
    if (window !== null && window < defaultContext) form.setValue('contextTokens', String(window))
  }
  const load = () => {
    form.clearErrors()
    const problem = findProblems(form.getValues()).baseUrl
    if (problem === undefined) return list.mutate()
    form.setError('baseUrl', { message: problem })
    form.setFocus('baseUrl')
  }
  const models = list.data?.models ?? []
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label="Model"
        error={list.data?.problem ?? undefined}
        help={models.length > 0 ? undefined : 'Leave it empty for the first model that the service lists.'}
      >
        {(control) =>
          models.length > 0 ? (
            <Select {...control} value={form.watch('model')} onChange={(event) => choose(models, event.target.value)}>
              {models.map(({ id, contextTokens }) => (
                <option key={id} value={id}>
                  {contextTokens === null ? id : `${id} (${contextTokens.toLocaleString('en')} tokens)`}
                </option>
              ))}
            </Select>
          ) : (
            <Input {...control} {...form.register('model')} autoCapitalize="none" spellCheck={false} />
          )
        }
      </Field>
      <Button
        variant="outline"
        className="self-start"
        aria-disabled={list.isPending}
        onClick={() => !list.isPending && load()}
      >
        {list.isPending ? 'Asking the service…' : 'List its models'}
      </Button>
    </div>
  )
}
