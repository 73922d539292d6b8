import './styles/index.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { loadSession } from './accounts/session.ts'
import { Root } from './shell/root.tsx'

// The question who this is goes out before anything is drawn.
void loadSession()

const element = document.getElementById('root')
if (!element) throw new Error('The page has no #root element')
createRoot(element).render(
  <StrictMode>
    <Root />
  </StrictMode>,
)
