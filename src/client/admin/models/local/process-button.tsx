import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { ModelConnection } from '#shared/models.ts'
import { saveConnection, useRefresh } from '../api.ts'
import { toInput, toValues } from '../connection-values.ts'

/** Starts or stops a model on this machine: it is switched on or off. */
export function ProcessButton({ connection }: { connection: ModelConnection }) {
  const { id, name, enabled } = connection
  const refresh = useRefresh()
  const change = useSingleMutation({
    mutationFn: () => saveConnection({ id, connection: { ...toInput(toValues(connection)), enabled: !enabled } }),
    onSettled: refresh,
    onError: (error) => toastError(error),
  })
  const action = enabled ? 'Stop' : 'Start'
  return (
    <Button
      variant="outline"
      aria-label={`${action} ${name}`}
      aria-disabled={change.isPending}
      onClick={() => !change.isPending && change.mutate()}
    >
      {action}
    </Button>
  )
}
