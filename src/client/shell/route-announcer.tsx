import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { focusNewPage, focusPage } from '#client/lib/page-focus.ts'

/**
 * Announces the title of the new page to screen readers, and moves the focus to it if the control that led there is gone.
 * Browsers do so for full page loads only.
 */
export function RouteAnnouncer() {
  const { pathname, key } = useLocation()
  const lastPathname = useRef(pathname)
  const lastKey = useRef(key)
  const [announcement, setAnnouncement] = useState('')
  useEffect(focusNewPage, [])
  useEffect(() => {
    // Effects of child components run first, so the page has already set its title.
    if (pathname !== lastPathname.current) setAnnouncement(document.title)
    lastPathname.current = pathname
  }, [pathname])
  useEffect(() => {
    if (key !== lastKey.current) focusPage()
    lastKey.current = key
  }, [key])
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  )
}
