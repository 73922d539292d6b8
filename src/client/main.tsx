import './styles/index.css'
import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { beginAsVisitor, loadSession } from './accounts/session.ts'
import { prefetchChat } from './chat/prefetch.ts'
import { reloadWhenOutdated } from './lib/reload-when-outdated.ts'
import { Root, signedIn, signedOut } from './shell/root.tsx'

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')

reloadWhenOutdated()

const app = (
  <StrictMode>
    <Root />
  </StrictMode>
)

if ('prerendered' in element.dataset) {
  const { isCertain } = beginAsVisitor()
  void signedOut.prepare().then(() => {
    hydrateRoot(element, app)
    if (!isCertain) void loadSession()
  })
} else {
  // The question who this is goes out before anything is drawn.
  const session = loadSession()
  const page = signedIn.prepare()
  const { pathname } = window.location
  if (pathname.startsWith('/chat')) {
    void import('./chat/chat-page.tsx')
    prefetchChat(pathname)
  }
  // Until there is more to show, the page shows a frame of itself (shell/starting.tsx).
  void Promise.allSettled([session, page]).then(() => {
    const root = createRoot(element)
    startTransition(() => root.render(app))
  })
}
