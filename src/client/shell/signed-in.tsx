import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { loadSession } from '#client/accounts/session.ts'
import { createQueryClient } from '#client/lib/query-client.ts'
import { createRouter } from '#client/routes.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'
import { keepShell } from './keep-shell.ts'

// One router for the page's life. Made here, it fetches the page at this address while the server is still being asked
// who this is.
const router = createRouter()

/** Kept once the page at this address has its code, or is known to be unable to get it. */
export const firstPage = new Promise<void>((resolve) => {
  if (router.state.initialized) return resolve()
  const stopWaiting = router.subscribe(({ initialized }) => {
    if (!initialized) return
    stopWaiting()
    resolve()
  })
})

/** Everything behind the door. One cache per person: whoever signs in next starts with an empty one. */
export function SignedIn() {
  // A 401 in the middle of a visit means the session ended; asking again shows the landing page.
  const [queryClient] = useState(() => createQueryClient(() => void loadSession()))
  useEffect(keepShell, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>
  )
}
