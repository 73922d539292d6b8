import { StrictMode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { prerenderToNodeStream } from 'react-dom/static'
import { galleryPath } from './characters/api.ts'
import { HomeStarting } from './shell/home/home-starting.tsx'
import { Root } from './shell/root.tsx'
import { Starting } from './shell/starting.tsx'

/** A page of the street as HTML, as the browser will find it when it hydrates. */
export async function renderPage(path: string): Promise<string> {
  const faults: unknown[] = []
  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Root path={path} />
    </StrictMode>,
    // A boundary of its own chunk would be put in its place by an inline script, which the policy forbids.
    { onError: (error) => void faults.push(error), progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  let html = ''
  for await (const chunk of prelude) html += String(chunk)
  if (faults.length > 0) throw new Error(`The page at ${path} could not be rendered`, { cause: faults[0] })
  return html
}

const session = '/api/auth/me'

/**
 * What a page of the signed-in half shows before its script, and asks the server for. The client puts the page itself
 * in its place.
 */
export function renderStarting(name: string) {
  return {
    any: { frame: renderToStaticMarkup(<Starting />), calls: [session], isPage: false },
    home: {
      frame: renderToStaticMarkup(<HomeStarting name={name} />),
      calls: [session, galleryPath({}, null)],
      isPage: true,
    },
  }
}
