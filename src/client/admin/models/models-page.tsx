import { useQuery } from '@tanstack/react-query'
import { ImagesSection } from '#client/admin/images/images-section.tsx'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { ModelConnection } from '#shared/models.ts'
import { OrderedConnections } from '../ordered-connections.tsx'
import { LocalSection } from './local/local-section.tsx'
import { ModelBody, ModelHead } from './model-card.tsx'

const modelDialog = lazyDialog(async () => (await import('./model-dialog.tsx')).ModelDialog)

/** Milliseconds between two requests while a model is being loaded on this machine. */
const loadingInterval = 2_000

export function ModelsPage() {
  const list = useQuery({
    ...queryOf('GET /api/admin/models'),
    refetchInterval: ({ state: { data } }) =>
      data?.connections.some(({ process }) => process === 'loading') ? loadingInterval : false,
  })
  const open = (connection: ModelConnection | null) =>
    list.data && modelDialog.open({ services: list.data.services, connection })
  const connect = <Button onClick={() => open(null)}>Connect a model</Button>
  const hasConnections = (list.data?.connections.length ?? 0) > 0
  return (
    <>
      <PageHeader
        title="Models"
        text="The AI models that write the replies. The first one writes them; if it fails before its first word, the next one does."
        action={hasConnections && connect}
      />
      {list.isPending && <PageSkeleton label="Loading the models" parts={['h-44', 'h-44']} />}
      <LoadError what="the models" query={list} />
      {list.data?.connections.length === 0 && (
        <EmptyState drawing={<EmptyStage />} title="No model is connected" action={connect}>
          Until then, a small demo program answers. You need the key of a service such as OpenAI or OpenRouter, a model
          server of your own such as Ollama, or a model on this machine (below).
        </EmptyState>
      )}
      {list.data && hasConnections && (
        <OrderedConnections
          label="Models in the order in which they are used"
          connections={list.data.connections}
          movable={list.data.connections.filter(({ source }) => source === 'connection')}
          onOrder={(ids) => call('POST /api/admin/models/order', { body: { ids } })}
        >
          {(connection) => ({
            head: <ModelHead connection={connection} />,
            body: <ModelBody connection={connection} onEdit={() => open(connection)} />,
          })}
        </OrderedConnections>
      )}
      {/* Shown once the list has loaded, whose length would move it. */}
      <div hidden={list.isPending}>
        <LocalSection />
        <ImagesSection />
      </div>
    </>
  )
}
