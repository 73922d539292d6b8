import { useState } from 'react'
import { loadSession } from '#client/accounts/session.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'

/** The server did not answer at the door. */
export function Unreachable() {
  const [trying, setTrying] = useState(false)
  const tryAgain = async () => {
    setTrying(true)
    await loadSession()
    setTrying(false)
  }
  return (
    <main className="grid min-h-dvh place-items-center">
      <EmptyState
        drawing={<EmptyDoor />}
        title="We cannot reach the house"
        action={
          <Button onClick={() => void tryAgain()} disabled={trying}>
            {trying ? 'Trying…' : 'Try again'}
          </Button>
        }
      >
        The server is not answering. Your characters and conversations are safe with it.
      </EmptyState>
    </main>
  )
}
