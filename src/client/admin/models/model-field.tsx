import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { call } from '#client/lib/http.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, type FieldControl } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { isBlank } from '#engine/is-blank.ts'
import type { AvailableModels, ConnectionInput, ConnectionRequest } from '#shared/models.ts'
import { textOrNull } from '../typed-values.ts'
import { noPrices } from './connections.ts'

interface ModelFieldProps {
  form: UseFormReturn<ConnectionInput, unknown, ConnectionRequest>
  /** Of the connection that is edited. */
  id: string | undefined
}

/** The option that leads back to the text field; no model has an empty name. */
const another = ''

/** From so many models on, a field above the list finds them by a part of their name. */
const searchedFrom = 30

/** What the server uses when no context is set. */
const defaultContext = 8192

export function ModelField({ form, id }: ModelFieldProps) {
  const { setFocus } = form
  /** After "Another one…", although there is a list. */
  const [isTyped, setTyped] = useState(false)
  const list = useMutation({
    // The name of the connection does not matter yet.
    mutationFn: () => {
      const values = form.getValues()
      return call('POST /api/admin/models/available', {
        body: { id, connection: { ...values, name: values.name || 'New' } },
      })
    },
    onSuccess: ({ models, service }) => {
      form.setValue('service', service)
      const [first] = models
      if (first && isBlank(form.getValues('model') ?? '')) choose(models, first.id)
    },
    onError: (error) => showServerErrors(form, error),
  })
  const choose = (models: AvailableModels['models'], chosen: string) => {
    if (chosen === another) return setTyped(true)
    form.setValue('model', chosen)
    const { contextTokens: window = null, prices } = models.find((entry) => entry.id === chosen) ?? {}
    // The prices of another model would be wrong.
    form.setValue('prices', prices ?? noPrices)
    if (window !== null && window < defaultContext) form.setValue('contextTokens', window)
  }
  const load = async () => {
    form.clearErrors()
    setTyped(false)
    if (await form.trigger('baseUrl', { shouldFocus: true })) list.mutate()
  }
  const listed = isTyped || !list.data?.models.length ? null : list.data.models
  useEffect(() => {
    if (isTyped) setFocus('model', { shouldSelect: true })
  }, [isTyped, setFocus])
  return (
    <div className="flex flex-col gap-2.5">
      <Field
        label="Model"
        error={list.data?.problem ?? undefined}
        help={listed ? undefined : 'Leave it empty for the first model that the service lists.'}
      >
        {(control) =>
          listed ? (
            <ListedModels
              control={control}
              models={listed}
              chosen={form.watch('model') ?? ''}
              onChoose={(chosen) => choose(listed, chosen)}
            />
          ) : (
            <Input {...control} {...form.register('model', textOrNull)} autoCapitalize="none" spellCheck={false} />
          )
        }
      </Field>
      <Button
        variant="outline"
        className="self-start"
        aria-disabled={list.isPending}
        onClick={() => !list.isPending && void load()}
      >
        {list.isPending ? 'Asking the service…' : 'List its models'}
      </Button>
    </div>
  )
}

interface ListedModelsProps {
  control: FieldControl
  models: AvailableModels['models']
  chosen: string
  onChoose: (id: string) => void
}

/** The list of the service; above a long one, a field that finds models by their name. */
function ListedModels({ control, models, chosen, onChoose }: ListedModelsProps) {
  const [search, setSearch] = useState('')
  const words = search.toLowerCase().split(/\s+/)
  const shown = models.filter(({ id }) => words.every((word) => id.toLowerCase().includes(word)))
  const isListed = models.some(({ id }) => id === chosen)
  return (
    <>
      {models.length >= searchedFrom && (
        <SearchInput
          label="Find a model"
          placeholder={`Find one of ${models.length.toLocaleString('en')} models`}
          value={search}
          onChange={setSearch}
        />
      )}
      <Select {...control} value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {shown.every(({ id }) => id !== chosen) && (
          <option value={chosen}>{isListed ? chosen : `${chosen} (not in its list)`}</option>
        )}
        {shown.map(({ id, contextTokens }) => (
          <option key={id} value={id}>
            {contextTokens === null ? id : `${id} (${contextTokens.toLocaleString('en')} tokens)`}
          </option>
        ))}
        <option value={another}>Another one…</option>
      </Select>
      {shown.length === 0 && (
        <p role="status" className="text-ink-soft text-xs">
          No model of this list has that in its name.
        </p>
      )}
    </>
  )
}
