import './styles/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadSession, syncWithOtherTabs, wasSignedIn } from './accounts/session.ts'
import { reloadWhenOutdated } from './lib/reload-when-outdated.ts'
import { Root, SignedInApp, SignedOutApp } from './shell/root.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

reloadWhenOutdated()
syncWithOtherTabs()

const app = (
  <StrictMode>
    <Root />
  </StrictMode>
)

/** The chat with an embedded character, in a frame of another website: it has no session. */
const embedToken = /^\/embed\/([^/]+)$/.exec(window.location.pathname)?.[1]

if (embedToken !== undefined) {
  void import('./characters/embed/embed-page.tsx').then(({ EmbedPage }) =>
    createRoot(element).render(<EmbedPage token={embedToken} />),
  )
} else if ('prerendered' in element.dataset) {
  void SignedOutApp.preload().then(() => {
    hydrateRoot(element, app)
    if (wasSignedIn()) void loadSession()
  })
} else {
  // The session request is sent before the first render.
  const session = loadSession()
  const page = SignedInApp.preload()
  // Until then the HTML shows a skeleton (shell/app-skeleton.tsx).
  void Promise.allSettled([session, page]).then(() => {
    const root = createRoot(element)
    startTransition(() => root.render(app))
  })
}
