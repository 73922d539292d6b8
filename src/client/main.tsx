import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { loadSession, setSession, wasSignedIn } from './accounts/session.ts'
import { loadSignedIn, loadSignedOut, Root } from './shell/root.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

const app = (
  <StrictMode>
    <Root />
  </StrictMode>
)

if ('prerendered' in element.dataset) {
  // The server saw no session cookie. Only a page that comes out of the browser's cache may be older than a login.
  if (wasSignedIn()) void loadSession()
  else setSession({ status: 'signed-out' })
  void loadSignedOut().then(() => hydrateRoot(element, app))
} else {
  // The question who this is goes out before anything is drawn.
  void loadSession()
  void loadSignedIn()
  createRoot(element).render(app)
}
