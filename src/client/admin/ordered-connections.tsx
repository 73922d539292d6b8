import { ArrowDown, ArrowUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Card } from '#client/ui/card.tsx'
import { IconButton } from '#client/ui/icon-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { refreshConnections } from './refresh-connections.ts'

interface Named {
  id: string
  name: string
}

interface OrderedConnectionsProps<Connection extends Named> {
  label: string
  connections: readonly Connection[]
  /** Those that admins can move. */
  movable: readonly Connection[]
  /** Saves an order, and resolves with all connections in theirs. */
  onOrder: (ids: string[]) => Promise<{ connections: readonly Named[] }>
  children: (connection: Connection) => { head: ReactNode; body: ReactNode }
}

const moves = [
  { by: -1, direction: 'up', icon: ArrowUp },
  { by: 1, direction: 'down', icon: ArrowDown },
] as const

/** Connections in the order in which they are used, with buttons that move them. */
export function OrderedConnections<Connection extends Named>(props: OrderedConnectionsProps<Connection>) {
  const { movable } = props
  const list = useRef<HTMLOListElement>(null)
  const [moved, setMoved] = useState<{ id: string; by: -1 | 1; text: string } | null>(null)
  const order = useSingleMutation({
    mutationFn: props.onOrder,
    onSuccess: refreshConnections,
    onError: (error) => toastError(error),
  })
  const move = ({ id, name }: Connection, by: -1 | 1) => {
    const ids = movable.map((connection) => connection.id)
    const index = ids.indexOf(id)
    order.mutate(ids.toSpliced(index, 1).toSpliced(index + by, 0, id), {
      onSuccess: ({ connections: saved }) => {
        const place = saved.findIndex((connection) => connection.id === id) + 1
        setMoved({ id, by, text: `${name} is now number ${place} of ${saved.length}.` })
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
      <ol ref={list} aria-label={props.label} className="flex flex-col gap-4">
        {props.connections.map((connection, index) => {
          const { head, body } = props.children(connection)
          const place = movable.indexOf(connection)
          return (
            <li key={connection.id}>
              <Card className="p-5 sm:p-6">
                <div className="flex items-start gap-3.5">
                  <span
                    aria-hidden
                    className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full bg-sunken font-semibold text-ink-soft text-sm"
                  >
                    {index + 1}
                  </span>
                  <div className="min-w-0 flex-1">{head}</div>
                  {place >= 0 && (
                    <div className="-mt-1.5 -mr-2 flex shrink-0">
                      {moves.map(({ by, direction, icon }) => (
                        <IconButton
                          key={by}
                          label={`Move ${connection.name} ${direction}`}
                          icon={icon}
                          data-move={`${connection.id} ${by}`}
                          // A disabled button would lose the focus.
                          aria-disabled={!movable[place + by]}
                          onClick={() => movable[place + by] && move(connection, by)}
                        />
                      ))}
                    </div>
                  )}
                </div>
                {body}
              </Card>
            </li>
          )
        })}
      </ol>
    </>
  )
}
