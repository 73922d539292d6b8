import { type ReactNode, useEffect, useRef, useState } from 'react'
import { ImagesSection } from '#client/admin/images/images-section.tsx'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { EmptyStage } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { ModelConnection, ModelConnections } from '#shared/models.ts'
import { useConnections, useOrderConnections } from './api.ts'
import { ConnectionCard } from './connection-card.tsx'
import { LocalSection } from './local/local-section.tsx'

const connectionDialog = lazyDialog(async () => (await import('./connection-dialog.tsx')).ConnectionDialog)

export function ModelsPage() {
  useTitle('Models')
  const list = useConnections()
  const open = (connection: ModelConnection | null) =>
    list.data && connectionDialog.open({ services: list.data.services, connection })
  const connect = <Button onClick={() => open(null)}>Connect a model</Button>
  const hasConnections = (list.data?.connections.length ?? 0) > 0
  return (
    <>
      <PageHeader
        title="Models"
        text="The AI models that write the replies. The first one writes them; if it fails before its first word, the next one does."
        action={hasConnections && connect}
      />
      {list.isPending && <LoadingList />}
      <LoadError what="the models" query={list} />
      {list.data && <Connected list={list.data} connect={connect} onEdit={open} />}
      {/* Shown once the list has loaded, whose length would move it. */}
      <div hidden={list.isPending}>
        <LocalSection />
        <ImagesSection />
      </div>
    </>
  )
}

interface ConnectedProps {
  list: ModelConnections
  connect: ReactNode
  onEdit: (connection: ModelConnection) => void
}

function Connected({ list, connect, onEdit }: ConnectedProps) {
  if (list.connections.length > 0) return <ConnectionList connections={list.connections} onEdit={onEdit} />
  return (
    <EmptyState drawing={<EmptyStage />} title="No model is connected" action={connect}>
      Until then, a small demo program answers. You need the key of a service such as OpenAI or OpenRouter, a model
      server of your own such as Ollama, or a model on this machine (below).
    </EmptyState>
  )
}

function LoadingList() {
  return (
    <div role="status" aria-label="Loading the models" className="flex flex-col gap-4">
      <CardSkeleton className="h-44" />
      <CardSkeleton className="h-44" />
    </div>
  )
}

interface ConnectionListProps {
  connections: ModelConnection[]
  onEdit: (connection: ModelConnection) => void
}

/** The connections in the order in which they are used, with buttons that move them. */
function ConnectionList({ connections, onEdit }: ConnectionListProps) {
  const order = useOrderConnections()
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: -1 | 1; text: string } | null>(null)
  const own = connections.filter(({ source }) => source === 'connection')
  const move = ({ id, name }: ModelConnection, by: -1 | 1) => {
    const ids = own.map((connection) => connection.id)
    const index = ids.indexOf(id)
    const other = ids[index + by]
    if (other === undefined || order.isPending) return
    ids[index] = other
    ids[index + by] = id
    order.mutate(ids, {
      onSuccess: (saved) => {
        const place = saved.connections.findIndex((connection) => connection.id === id) + 1
        setMoved({ id, by, text: `${name} is now number ${place} of ${saved.connections.length}.` })
      },
    })
  }
  // A card that is moved in the document loses the focus.
  useEffect(() => {
    if (moved) list.current?.querySelector<HTMLElement>(`[data-move="${moved.id} ${moved.by}"]`)?.focus()
  }, [moved])
  return (
    <>
      <p role="status" className="sr-only">
        {moved?.text}
      </p>
      <ol ref={list} aria-label="Models in the order in which they are used" className="flex flex-col gap-4">
        {connections.map((connection, index) => (
          <ConnectionCard
            key={connection.id}
            connection={connection}
            place={index + 1}
            isFirst={own[0]?.id === connection.id}
            isLast={own.at(-1)?.id === connection.id}
            onMove={(by) => move(connection, by)}
            onEdit={() => onEdit(connection)}
          />
        ))}
      </ol>
    </>
  )
}
