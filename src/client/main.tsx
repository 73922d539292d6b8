import './styles/index.css'
import { StrictMode } from 'react'
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
  void SignedInApp.preload()
  // Until then the HTML shows a skeleton (shell/app-skeleton.tsx).
  void loadSession().then(() => createRoot(element).render(app))
}
