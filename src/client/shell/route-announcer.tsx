import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'

/** Announces the title of the new page to screen readers. Browsers do so for full page loads only. */
export function RouteAnnouncer() {
  const { pathname } = useLocation()
  const lastPathname = useRef(pathname)
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    // Effects of child components run first, so the page has already set its title.
    if (pathname !== lastPathname.current) setAnnouncement(document.title)
    lastPathname.current = pathname
  }, [pathname])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
