import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Tells those who listen which page they came to; the browser itself says so only for the first one. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  const [said, setSaid] = useState('')
  useEffect(() => {
    // The page's own effects have run by now, so the title is already the new one.
    if (pathname !== last.current) setSaid(document.title)
    last.current = pathname
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  )
}
