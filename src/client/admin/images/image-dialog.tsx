import { call } from '#client/lib/http.ts'
import { InputField, SelectField } from '#client/ui/form-field.tsx'
import {
  type ImageConnection,
  ImageConnectionRequest,
  type ImageConnectionResponse,
  imageSizes,
} from '#shared/images.ts'
import { ConnectionDialog, servicePreset } from '../connection-dialog.tsx'
import { textOrNull } from '../typed-values.ts'

type Service = ImageConnectionResponse['services'][number]

interface ImageDialogProps {
  services: Service[]
  /** Null: a new one. */
  connection: ImageConnection | null
}

const presetOf = (service: Service) => ({
  ...servicePreset(service),
  model: service.defaultModel,
  size: service.defaultSize as ImageConnectionRequest['size'],
})

export function ImageDialog({ services, connection }: ImageDialogProps) {
  const [first] = services
  return (
    <ConnectionDialog
      title={connection ? 'Edit the image service' : 'Connect an image service'}
      schema={ImageConnectionRequest}
      services={services}
      connection={connection}
      defaultValues={(connection as ImageConnectionRequest | null) ?? (first && { ...presetOf(first), updatedAt: 0 })}
      preset={presetOf}
      addressHelp={(service) =>
        service?.isLocal ? 'As the server reaches it. Start the web UI with --api.' : undefined
      }
      keyNote={(service) => (service?.id === 'automatic1111' ? 'With --api-auth: user:password. ' : '')}
      test={({ connection: body }) => call('POST /api/admin/images/test', { body })}
      testing="Drawing…"
      save={({ connection: body }) => call('PUT /api/admin/images', { body })}
      used="The next picture uses it."
    >
      {({ field }) => (
        <div className="grid grid-cols-1 gap-5 sm:grid-cols-[minmax(0,1fr)_11rem]">
          <InputField
            {...field('model', 'Model')}
            aside="optional"
            rules={textOrNull}
            autoCapitalize="none"
            spellCheck={false}
          />
          <SelectField
            {...field('size', 'Size')}
            rules={{ valueAsNumber: true }}
            options={imageSizes.map((size) => [size, `${size} × ${size}`])}
          />
        </div>
      )}
    </ConnectionDialog>
  )
}
