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

// Created at module load, so that the router fetches the current page while the session request is pending.
let router = createRouter()

/** Resolves when the code of the current page has loaded or failed to load. */
export const firstPage = new Promise<void>((resolve) => {
  if (router.state.initialized) return resolve()
  const unsubscribe = router.subscribe(({ initialized }) => {
    if (!initialized) return
    unsubscribe()
    resolve()
  })
})

/** The router; a new one if the address has changed while the app was not shown: a visitor chose a character and signed in. */
function routerAtAddress() {
  const { pathname, search } = router.state.location
  if (pathname + search === window.location.pathname + window.location.search) return router
  router.dispose()
  router = createRouter()
  return router
}

/** The app for signed-in users. */
export function SignedInApp() {
  const [currentRouter] = useState(routerAtAddress)
  useEffect(registerServiceWorker, [])
  return (
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={currentRouter} />
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
