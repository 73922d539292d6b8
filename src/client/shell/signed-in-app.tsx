import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { loadSession, useSession } from '#client/accounts/session.ts'
import { whenSessionEnds } from '#client/lib/http.ts'
import { queryClient } from '#client/lib/query-client.ts'
import { createRouter } from '#client/routes.tsx'
import { TooltipProvider } from '#client/ui/tooltip.tsx'

// The session is loaded again, which shows the landing page if it has ended. What is written stays in storage.
whenSessionEnds(() => {
  if (useSession.getState().status === 'signed-in') void loadSession()
})
useSession.subscribe(({ status }) => {
  if (status === 'signed-out') queryClient.clear()
})

/** The app for signed-in users. */
export function SignedInApp() {
  const [router] = useState(createRouter)
  useEffect(registerServiceWorker, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
      </TooltipProvider>
    </QueryClientProvider>
  )
}

/** Registers the service worker that shows a page of its own when the server cannot be reached (public/sw.js). */
function registerServiceWorker() {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  // Private windows and some browser settings refuse it. The app works without.
  navigator.serviceWorker
    .register('/sw.js')
    .catch((error: unknown) => console.info('Service worker not registered:', error))
}
