import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { Root } from './shell/root.tsx'

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
