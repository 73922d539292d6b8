import { useQuery } from '@tanstack/react-query'
import { formatBytes } from '#client/lib/format-bytes.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf } from '#client/lib/query-client.ts'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import type { LocalModels } from '#shared/local-models.ts'
import { AdminSection } from '../../admin-card.tsx'
import { refreshConnections } from '../../refresh-connections.ts'
import { saveConnection } from '../connections.ts'

const localModels = queryOf('GET /api/admin/local-models')
/** Milliseconds between two requests while something is being downloaded, installed or started. */
const interval = 1_000

const isBusy = ({ download, runtime }: LocalModels) =>
  runtime.state === 'installing' || (download !== null && download.state !== 'failed')

/** Models that run on the server itself: what is there, what can be downloaded, and what is being downloaded. */
export function LocalSection() {
  const query = useQuery({
    ...localModels,
    refetchInterval: ({ state: { data } }) => (data && isBusy(data) ? interval : false),
  })
  return (
    <AdminSection
      title="On this machine"
      text="A model can also run on the server itself: no key, no costs, and no text leaves it. How fast it writes depends on the machine."
    >
      {query.isPending && <CardSkeleton className="h-36" />}
      <LoadError isShort what="the models on this machine" query={query} />
      {query.data && (
        <Card className="p-5 sm:p-6">
          {query.data.runtime.state === 'installed' ? <Installed data={query.data} /> : <Runtime data={query.data} />}
        </Card>
      )}
    </AdminSection>
  )
}

/** Begins or ends a download or an installation. The response is the new state. */
function useChangeLocalModels() {
  return useSingleMutation({
    mutationFn: (send: () => Promise<LocalModels>) => send(),
    onSuccess: (models) => queryClient.setQueryData(localModels.queryKey, models),
    onError: (error) => toastError(error),
  })
}

function Problem({ text }: { text: string | null }) {
  if (!text) return null
  return (
    <p role="alert" className="mt-3.5 rounded-md bg-curtain-wash px-3.5 py-3 text-sm [overflow-wrap:anywhere]">
      {text}
    </p>
  )
}

function Runtime({ data: { runtime, files } }: { data: LocalModels }) {
  const change = useChangeLocalModels()
  if (runtime.state === 'unsupported') {
    return (
      <p className="text-pretty text-ink-soft">
        There is no ready-made llama.cpp for this kind of machine. Connect a model server instead.
      </p>
    )
  }
  const isInstalling = runtime.state === 'installing'
  return (
    <>
      <h3 className="text-xl">llama.cpp is not installed</h3>
      <p className="mt-1 text-pretty text-ink-soft">
        It is the program that runs models: about 85 MB, downloaded once into the data folder.
        {files.length > 0 && ` ${files.length === 1 ? 'One model is' : `${files.length} models are`} here already.`}
      </p>
      <Problem text={runtime.problem} />
      <Button
        variant="outline"
        className="mt-4"
        aria-disabled={isInstalling || change.isPending}
        onClick={() => !isInstalling && change.mutate(() => call('POST /api/admin/local-models/runtime'))}
      >
        {isInstalling ? 'Installing…' : 'Install llama.cpp'}
      </Button>
    </>
  )
}

function Installed({ data }: { data: LocalModels }) {
  const { files, catalogue, folder, memory, download } = data
  return (
    <div className="flex flex-col gap-6">
      {files.length > 0 && (
        <ul aria-label="Files of models" className="flex flex-col gap-4">
          {files.map((file) => (
            <FileRow key={file.name} file={file} />
          ))}
        </ul>
      )}
      {catalogue.length > 0 && (
        <div>
          <h3 className="text-xl">Download a model</h3>
          <p className="mt-1 text-ink-soft text-sm">This machine has {formatBytes(memory)} of memory.</p>
          <ul aria-label="Ready to download" className="mt-4 flex flex-col gap-5">
            {catalogue.map((model) => (
              <CatalogueRow key={model.id} model={model} download={download} />
            ))}
          </ul>
        </div>
      )}
      <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
        Any other GGUF file can be put into <code>{folder}</code>.
      </p>
    </div>
  )
}

function FileRow({ file: { name, label, bytes, isConnected } }: { file: LocalModels['files'][number] }) {
  const change = useChangeLocalModels()
  // Connects the file, which starts it.
  const start = useSingleMutation({
    mutationFn: () => {
      const address = { service: 'local-model', baseUrl: 'http://localhost/local-model' }
      return saveConnection({ connection: { ...address, name: label.slice(0, 60), model: name } })
    },
    onSuccess: async () => {
      toast({ title: 'Starting', description: 'The model is being loaded. The next reply can use it.' })
      await Promise.all([refreshConnections(), invalidate('GET /api/admin/local-models')])
    },
    onError: (error) => toastError(error),
  })
  const remove = () =>
    confirmDialog.open({
      title: `Delete ${label}?`,
      text: 'Its file is removed from this machine. To use it again, it has to be downloaded again.',
      action: 'Delete',
      isDangerous: true,
      onConfirm: () =>
        change.mutateAsync(() => call('DELETE /api/admin/local-models/files/:name', { params: { name } })),
    })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <div className="min-w-0 flex-1 basis-60">
        <h3 className="font-semibold [overflow-wrap:anywhere]">{label}</h3>
        <p className="text-ink-soft text-sm [overflow-wrap:anywhere]">
          {name} · {formatBytes(bytes)}
        </p>
      </div>
      {isConnected ? (
        <Badge>Connected</Badge>
      ) : (
        <div className="flex gap-2.5">
          <Button
            variant="outline"
            aria-label={`Use ${label}`}
            aria-disabled={start.isPending}
            onClick={() => start.mutate()}
          >
            {start.isPending ? 'Starting…' : 'Use'}
          </Button>
          <Button variant="quiet" aria-label={`Delete ${label}`} onClick={remove}>
            Delete
          </Button>
        </div>
      )}
    </li>
  )
}

interface CatalogueRowProps {
  model: LocalModels['catalogue'][number]
  download: LocalModels['download']
}

function CatalogueRow({ model, download }: CatalogueRowProps) {
  const { id, label, description, license, bytes, memory, fits, isRecommended, receivedBytes } = model
  const change = useChangeLocalModels()
  const isRunning = download !== null && download.state !== 'failed'
  const isOwn = download?.id === id
  const begin = () => !isRunning && change.mutate(() => call('POST /api/admin/local-models/download', { body: { id } }))
  return (
    <li>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h4 className="font-semibold">{label}</h4>
        {isRecommended && <Badge variant="gilt">Fits this machine best</Badge>}
        {!fits && <Badge variant="outline">Needs more memory</Badge>}
      </div>
      <p className="mt-1 text-pretty text-sm">{description}</p>
      <p className="mt-1 text-ink-soft text-sm">
        {formatBytes(bytes)} · {license} · for machines with {memory} GB of memory or more
      </p>
      {isOwn && (isRunning ? <Progress label={label} {...download} /> : <Problem text={download.problem} />)}
      {isOwn && isRunning ? (
        <Button
          variant="outline"
          className="mt-3"
          aria-label={`Cancel the download of ${label}`}
          onClick={() => change.mutate(() => call('DELETE /api/admin/local-models/download'))}
        >
          Cancel
        </Button>
      ) : (
        <Button
          variant="outline"
          className="mt-3"
          aria-label={`${receivedBytes > 0 ? 'Go on downloading' : 'Download'} ${label}`}
          aria-disabled={isRunning || change.isPending}
          onClick={begin}
        >
          {receivedBytes > 0 ? `Continue the download (${formatBytes(receivedBytes)} so far)` : 'Download'}
        </Button>
      )}
    </li>
  )
}

type Download = NonNullable<LocalModels['download']>

function Progress({ label, receivedBytes, totalBytes, state }: Download & { label: string }) {
  const percent = Math.floor((receivedBytes / totalBytes) * 100)
  return (
    <div className="mt-3">
      <ProgressBar label={`Download of ${label}`} percent={percent} />
      <p className="mt-1 text-ink-soft text-sm tabular-nums">
        {state === 'checking'
          ? 'Checking the file…'
          : `${percent} % · ${formatBytes(receivedBytes)} of ${formatBytes(totalBytes)}`}
      </p>
    </div>
  )
}
