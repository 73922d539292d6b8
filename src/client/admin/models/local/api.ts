import { useQuery, useQueryClient } from '@tanstack/react-query'
import { invalidate, queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { LocalModels } from '#shared/local-models.ts'
import { saveConnection, useRefresh } from '../api.ts'

const query = queryOf('GET /api/admin/local-models')
/** Milliseconds between two requests while something is being downloaded, installed or started. */
const interval = 1_000

const isBusy = ({ download, runtime }: LocalModels) =>
  runtime.state === 'installing' || (download !== null && download.state !== 'failed')

export const useLocalModels = () =>
  useQuery({
    ...query,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? interval : false),
  })

/** Begins or ends a download or an installation. The response is the new state. */
export function useChangeLocalModels() {
  const queryClient = useQueryClient()
  return useSingleMutation({
    mutationFn: (send: () => Promise<LocalModels>) => send(),
    onSuccess: (models) => queryClient.setQueryData(query.queryKey, models),
    onError: (error) => toastError(error),
  })
}

/** Connects a model file, which starts it. */
export function useStartModel() {
  const queryClient = useQueryClient()
  const refresh = useRefresh()
  return useSingleMutation({
    mutationFn: ({ name, label }: LocalModels['files'][number]) =>
      saveConnection({
        connection: {
          name: label.slice(0, 60),
          service: 'local-model',
          baseUrl: 'http://localhost/local-model',
          model: name,
        },
      }),
    onSuccess: async () => {
      toast({ title: 'Starting', description: 'The model is being loaded. The next reply can use it.' })
      await Promise.all([refresh(), invalidate(queryClient, 'GET /api/admin/local-models')])
    },
    onError: (error) => toastError(error),
  })
}
