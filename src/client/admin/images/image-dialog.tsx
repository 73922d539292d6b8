import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { type ImageConnection, imageSizes } from '#shared/images.ts'
import { AddressField, KeyField, ServiceForm, showConnectionErrors } from '../service-form.tsx'
import { TestNotice } from '../test-notice.tsx'
import { saveImages, testImages, useApplyImages, useRefreshImages } from './api.ts'
import { ImageFields, type ImageServiceChoice, presetValues, toValues } from './image-values.ts'

interface ImageDialogProps extends Closable {
  services: ImageServiceChoice[]
  /** Null: a new one. */
  connection: ImageConnection | null
}

export function ImageDialog({ services, connection, onClose }: ImageDialogProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm({ resolver: zodResolver(ImageFields), defaultValues })
  const { errors } = form.formState
  const service = services.find(({ id }) => id === form.watch('service'))
  const apply = useApplyImages()
  const refresh = useRefreshImages()
  const onError = (error: Error) => showConnectionErrors(form, error, refresh)
  const test = useMutation({ mutationFn: testImages, onError })
  const save = useMutation({
    mutationFn: saveImages,
    onSuccess: async (saved) => {
      await apply(saved)
      toast({ title: 'Connected', description: 'The next picture uses it.' })
      onClose()
    },
    onError,
  })
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen) form.reset({ ...presetValues(chosen), updatedAt: form.getValues('updatedAt') })
  }
  return (
    <Dialog
      title={connection ? 'Edit the image service' : 'Connect an image service'}
      className="sm:max-w-xl"
      onClose={onClose}
    >
      <ServiceForm
        error={errors.root?.message}
        result={<TestNotice test={test} className="mb-4" />}
        test={{
          isPending: test.isPending,
          label: 'Drawing…',
          run: form.handleSubmit((request) => test.mutateAsync(request)),
        }}
        save={{ isPending: save.isPending, run: form.handleSubmit((request) => save.mutateAsync(request)) }}
        // The result of a test applies only to the values that were tested.
        onChange={test.reset}
      >
        <SelectField
          label="Service"
          form={form}
          name="service"
          rules={{ onChange: (event) => choose(event.target.value) }}
          options={services.map(({ id, label }) => [id, label])}
        />
        <AddressField
          label="Address"
          help={service?.isLocal ? 'As the server reaches it. Start the web UI with --api.' : undefined}
          form={form}
          name="baseUrl"
        />
        <KeyField
          label="Key"
          aside={service?.needsKey ? undefined : 'if it needs one'}
          help={keyHelp(connection, service)}
          form={form}
          name="apiKey"
        />
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <InputField
            label="Model"
            aside="optional"
            form={form}
            name="model"
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectField
            label="Size"
            form={form}
            name="size"
            options={imageSizes.map((size) => [size, `${size} × ${size}`])}
          />
        </div>
      </ServiceForm>
    </Dialog>
  )
}

function keyHelp(connection: ImageConnection | null, service: ImageServiceChoice | undefined): string {
  if (connection?.isKeyUnreadable) return 'The stored key cannot be read. Enter it again.'
  if (connection?.hasKey && connection.service === service?.id) return 'A key is stored. Leave this empty to keep it.'
  const format = service?.id === 'automatic1111' ? 'With --api-auth: user:password. ' : ''
  return `${format}Stored encrypted, and never shown again.`
}
