import { useCallback, useEffect, useState } from 'react'
import { loadSession } from '#client/accounts/session.ts'
import { useOnline } from '#client/lib/online.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Shown when the session or the page cannot be loaded: the browser is offline or the server does not answer. */
export function UnreachablePage({ onRetry }: { onRetry?: () => void }) {
  const online = useOnline()
  const [isRetrying, setRetrying] = useState(false)
  const retry = useCallback(async () => {
    setRetrying(true)
    await loadSession()
    setRetrying(false)
    onRetry?.()
  }, [onRetry])
  useEffect(() => {
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [retry])
  useTitle(online ? "Can't reach the server" : 'Offline')
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<EmptyDoor />}
        title={online ? "Can't reach the server" : 'You are offline'}
        action={
          <Button onClick={() => void retry()} disabled={isRetrying}>
            {isRetrying ? 'Trying…' : 'Try again'}
          </Button>
        }
      >
        {online
          ? 'The server does not answer. Please try again in a few minutes. Your characters and conversations are safe.'
          : 'Troupe opens again when the connection is back. Your conversations are safe, and what you began to write is kept on this device.'}
      </EmptyState>
    </main>
  )
}
