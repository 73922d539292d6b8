import type { ReactNode } from 'react'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { refreshConnections } from './refresh-connections.ts'
import { type TestedConnection, TestNotice } from './test-notice.tsx'

interface ConnectionHeadProps {
  as?: 'h2' | 'h3'
  name: string
  badges: ReactNode
  lines: readonly (string | null)[]
}

export function ConnectionHead({ as: Heading = 'h2', name, badges, lines }: ConnectionHeadProps) {
  return (
    <>
      <div className="mb-1 flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Heading className="text-xl [overflow-wrap:anywhere]">{name}</Heading>
        {badges}
      </div>
      {lines.map(
        (line) =>
          line && (
            <p key={line} className="mt-0.5 text-ink-soft text-sm [overflow-wrap:anywhere]">
              {line}
            </p>
          ),
      )}
    </>
  )
}

interface ConnectionActionsProps {
  /** As it is named in sentences. */
  name: string
  test: () => Promise<TestedConnection>
  /** While it is tested. */
  testing: string
  onEdit: () => void
  remove: { title: string; text: string; action: string; onConfirm: () => Promise<unknown> }
  /** More buttons. */
  children?: ReactNode
}

/** The buttons of a connection, and the result of its test above them. */
export function ConnectionActions({ name, onEdit, remove, children, ...tested }: ConnectionActionsProps) {
  const test = useSingleMutation({ mutationFn: tested.test, onSettled: refreshConnections })
  const onConfirm = () => remove.onConfirm().then(refreshConnections)
  return (
    <>
      <TestNotice test={test} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button
          variant="outline"
          aria-label={`Test ${name}`}
          aria-disabled={test.isPending}
          onClick={() => test.mutate()}
        >
          {test.isPending ? tested.testing : 'Test'}
        </Button>
        {children}
        <Button variant="outline" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button
          variant="quiet"
          aria-label={`${remove.action} ${name}`}
          onClick={() => confirmDialog.open({ ...remove, onConfirm, isDangerous: true })}
        >
          {remove.action}
        </Button>
      </div>
    </>
  )
}

export const unreadableKeyText =
  'The stored key cannot be read, because SECRET_KEY or the key file of the server has changed. Edit the connection and enter the key again.'

export const ConnectionProblem = ({ children }: { children: ReactNode }) => (
  <p className="mt-3.5 rounded-md bg-curtain-wash px-3.5 py-3 text-sm">{children}</p>
)
