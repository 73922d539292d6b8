import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Closable } from '#client/ui/dialogs.tsx'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import { type ImageConnection, imageSizes } from '#shared/images.ts'
import { ConnectionDialog } from '../connection-dialog.tsx'
import { saveImages, testImages, useRefreshImages } from './api.ts'
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
  const refresh = useRefreshImages()
  const service = services.find(({ id }) => id === form.watch('service'))
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen) form.reset({ ...presetValues(chosen), updatedAt: form.getValues('updatedAt') })
  }
  return (
    <ConnectionDialog
      title={connection ? 'Edit the image service' : 'Connect an image service'}
      form={form}
      services={services}
      // The key of another service is not used.
      connection={connection?.service === service?.id ? connection : null}
      onService={choose}
      addressHelp={service?.isLocal ? 'As the server reaches it. Start the web UI with --api.' : undefined}
      keyNote={service?.id === 'automatic1111' ? 'With --api-auth: user:password. ' : ''}
      test={({ connection: request }) => testImages(request)}
      testing="Drawing…"
      save={({ connection: request }) => saveImages(request)}
      used="The next picture uses it."
      refresh={refresh}
      onClose={onClose}
    >
      {() => (
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
      )}
    </ConnectionDialog>
  )
}
