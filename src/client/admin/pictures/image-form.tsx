import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { FormNotice } from '#client/accounts/form-notice.tsx'
import { showServerErrors } from '#client/accounts/show-server-errors.ts'
import { Button } from '#client/ui/button.tsx'
import { Field } from '#client/ui/field.tsx'
import { Input } from '#client/ui/input.tsx'
import { Select } from '#client/ui/select.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type ImageConnection, type ImageConnectionRequest, imageSizes } from '#shared/images.ts'
import { TestNotice } from '../models/test-notice.tsx'
import { saveImages, testImages, useApplyImages } from './api.ts'
import { type ImageServiceChoice, type ImageValues, parseValues, presetValues, toValues } from './image-values.ts'

interface ImageFormProps {
  services: ImageServiceChoice[]
  /** Null: a new one. */
  connection: ImageConnection | null
  onSaved: () => void
}

export function ImageForm({ services, connection, onSaved }: ImageFormProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm<ImageValues>(defaultValues ? { defaultValues } : {})
  const { errors } = form.formState
  const service = services.find(({ id }) => id === form.watch('service'))
  const apply = useApplyImages()
  const onError = (error: Error) => showServerErrors(form, error)
  const test = useMutation({ mutationFn: testImages, onError })
  const save = useMutation({
    mutationFn: saveImages,
    onSuccess: async (saved) => {
      await apply(saved)
      toast({ title: 'Connected', description: 'The next picture uses it.' })
      onSaved()
    },
    onError,
  })
  /** Shows what is wrong at the fields, or runs the action. */
  const check = (action: { isPending: boolean; mutate: (request: ImageConnectionRequest) => void }) => {
    if (action.isPending) return
    form.clearErrors()
    const parsed = parseValues(form.getValues())
    if ('request' in parsed) return action.mutate(parsed.request)
    for (const [field, message] of parsed.problems) form.setError(field, { message })
    if (parsed.problems[0]) form.setFocus(parsed.problems[0][0])
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
          <Select {...control} {...form.register('service', { onChange: (event) => choose(event.target.value) })}>
            {services.map(({ id, label }) => (
              <option key={id} value={id}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Address"
        help={service?.isLocal ? 'As the server reaches it. Start the web UI with --api.' : undefined}
        error={errors.baseUrl?.message}
      >
        {(control) => (
          <Input {...control} {...form.register('baseUrl')} inputMode="url" autoCapitalize="none" spellCheck={false} />
        )}
      </Field>
      <Field
        label="Key"
        aside={service?.needsKey ? undefined : 'if it needs one'}
        help={keyHelp(connection, service)}
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
      <div className="grid gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
        <Field label="Model" aside="optional" error={errors.model?.message}>
          {(control) => <Input {...control} {...form.register('model')} autoCapitalize="none" spellCheck={false} />}
        </Field>
        <Field label="Size" error={errors.size?.message}>
          {(control) => (
            <Select {...control} {...form.register('size')}>
              {imageSizes.map((size) => (
                <option key={size} value={size}>
                  {size} × {size}
                </option>
              ))}
            </Select>
          )}
        </Field>
      </div>
      <TestNotice test={test} />
      <div className="flex flex-col [&>[role=alert]:has(p)]:mb-4">
        <FormNotice message={errors.root?.message} />
        <div className="flex flex-wrap justify-end gap-2.5">
          <Button variant="outline" aria-disabled={test.isPending} onClick={() => check(test)}>
            {test.isPending ? 'Drawing…' : 'Test'}
          </Button>
          <Button type="submit" aria-disabled={save.isPending}>
            {save.isPending ? 'Saving…' : 'Save'}
          </Button>
        </div>
      </div>
    </form>
  )
}

function keyHelp(connection: ImageConnection | null, service: ImageServiceChoice | undefined): string {
  if (connection?.isKeyUnreadable) return 'The stored key cannot be read. Enter it again.'
  if (connection?.hasKey && connection.service === service?.id) return 'A key is stored. Leave this empty to keep it.'
  const format = service?.id === 'automatic1111' ? 'With --api-auth: user:password. ' : ''
  return `${format}Stored encrypted, and never shown again.`
}
