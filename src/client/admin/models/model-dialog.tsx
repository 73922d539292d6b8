import { ConnectionRequest, type ModelConnection, type ModelService } from '#shared/models.ts'
import { ConnectionDialog } from '../connection-dialog.tsx'
import { newConnection, presetOf, saveConnection, testConnection } from './connections.ts'
import { ModelField } from './model-field.tsx'
import { MoreSettings } from './more-settings.tsx'

interface ModelDialogProps {
  services: ModelService[]
  /** Null: a new one. */
  connection: ModelConnection | null
}

export function ModelDialog({ services, connection }: ModelDialogProps) {
  const [first] = services
  return (
    <ConnectionDialog
      title={connection === null ? 'Connect a model' : `Edit ${connection.name}`}
      schema={ConnectionRequest}
      services={services}
      connection={connection}
      defaultValues={connection ?? (first && newConnection(first))}
      preset={presetOf}
      nameHelp="Only admins see it."
      addressHelp={(service) =>
        service?.isLocal ? 'As the server reaches it: 127.0.0.1 is the machine Troupe runs on.' : undefined
      }
      hasAddress={(service) => service?.id !== 'local-model'}
      test={testConnection}
      testing="Testing…"
      save={saveConnection}
      used="The next reply uses it."
    >
      {(form, id) => (
        <>
          {/* Another address has other models. */}
          <ModelField key={form.watch('baseUrl')} form={form} id={id} />
          <MoreSettings {...form} />
        </>
      )}
    </ConnectionDialog>
  )
}
