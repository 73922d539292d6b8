import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { Closable } from '#client/ui/dialogs.tsx'
import type { ModelConnection, ModelService } from '#shared/models.ts'
import { ConnectionDialog } from '../connection-dialog.tsx'
import { saveConnection, testConnection, useRefresh } from './api.ts'
import { ConnectionFields, changeService, presetValues, toInput, toValues } from './connection-values.ts'
import { ModelField } from './model-field.tsx'
import { MoreSettings } from './more-settings.tsx'

interface ModelDialogProps extends Closable {
  services: ModelService[]
  /** Null: a new one. */
  connection: ModelConnection | null
}

export function ModelDialog({ services, connection, onClose }: ModelDialogProps) {
  const [first] = services
  const defaultValues = connection ? toValues(connection) : first && presetValues(first)
  const form = useForm({ resolver: zodResolver(ConnectionFields), defaultValues })
  const refresh = useRefresh()
  const service = services.find(({ id }) => id === form.watch('service'))
  const choose = (id: string) => {
    const chosen = services.find((entry) => entry.id === id)
    if (chosen && !connection) form.reset(changeService(form.getValues(), chosen, services))
  }
  return (
    <ConnectionDialog
      title={connection === null ? 'Connect a model' : `Edit ${connection.name}`}
      form={form}
      services={services}
      connection={connection}
      onService={choose}
      nameHelp="Only admins see it."
      addressHelp={service?.isLocal ? 'As the server reaches it: 127.0.0.1 is the machine Troupe runs on.' : undefined}
      hasAddress={service?.id !== 'local-model'}
      test={testConnection}
      testing="Testing…"
      save={saveConnection}
      used="The next reply uses it."
      refresh={refresh}
      onClose={onClose}
    >
      {(id) => (
        <>
          {/* Another address has other models. */}
          <ModelField
            key={form.watch('baseUrl')}
            form={form}
            draft={() => ({ id, connection: toInput(form.getValues()) })}
          />
          <MoreSettings form={form} />
        </>
      )}
    </ConnectionDialog>
  )
}
