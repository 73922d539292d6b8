import { useEffect, useRef, useState } from 'react'
import type { ModelConnection } from '#shared/models.ts'
import { useOrderConnections } from './api.ts'
import { ConnectionCard } from './connection-card.tsx'

interface ConnectionListProps {
  connections: ModelConnection[]
  onEdit: (connection: ModelConnection) => void
}

/** The connections in the order in which they are used, with buttons that move them. */
export function ConnectionList({ connections, onEdit }: ConnectionListProps) {
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
