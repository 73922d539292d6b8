import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { addressOf } from './lib/http.ts'
import { AppSkeleton } from './shell/app-skeleton.tsx'
import { Root, SignedOutApp } from './shell/root.tsx'
import { preloadPublicPage } from './shell/signed-out-app.tsx'

export async function renderPage(path: string): Promise<string> {
  const errors: unknown[] = []
  await Promise.all([SignedOutApp.preload(), preloadPublicPage(path)])
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Root path={path} />
    </StrictMode>,
    // React moves separately streamed boundaries with an inline script, which the content security policy forbids.
    { onError: (error) => void errors.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  let html = ''
  for await (const chunk of prelude) html += String(chunk)
  if (errors.length > 0) throw new Error(`The page at ${path} could not be rendered`, { cause: errors[0] })
  return html
}

/** Renders the skeletons, with the API paths to preload. The client replaces them with the page. */
export function renderSkeletons() {
  return {
    index: { markup: renderToStaticMarkup(<AppSkeleton />), apiPaths: [addressOf('GET /api/auth/me')] },
    embed: {
      markup: renderToStaticMarkup(<p className="grid h-dvh place-items-center text-ink-soft">Loading…</p>),
      apiPaths: [],
    },
  }
}
