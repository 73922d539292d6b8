import { useCallback, useEffect, useState } from 'react'
import { loadSession } from '#client/accounts/session.ts'
import { useOnline } from '#client/lib/online.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** Nobody answered at the door: the network is gone, or the server is. The shell came out of the browser's keeping. */
export function Unreachable() {
  const online = useOnline()
  const [trying, setTrying] = useState(false)
  const tryAgain = useCallback(async () => {
    setTrying(true)
    await loadSession()
    setTrying(false)
  }, [])
  useEffect(() => {
    window.addEventListener('online', tryAgain)
    return () => window.removeEventListener('online', tryAgain)
  }, [tryAgain])
  useTitle(online ? 'Not reachable' : 'Offline')
  return (
    <main id="main" className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<EmptyDoor />}
        title={online ? 'We cannot reach the house' : 'You are offline'}
        action={
          <Button onClick={() => void tryAgain()} disabled={trying}>
            {trying ? 'Trying…' : 'Try again'}
          </Button>
        }
      >
        {online
          ? 'The server is not answering. Your characters and conversations are safe with it.'
          : 'The doors open by themselves when the connection is back. Your conversations are safe, and what you had begun to write is kept on this device.'}
      </EmptyState>
    </main>
  )
}
