import { useEffect, useState } from 'react'

/** Whether the browser has had a moment to spare since the caller was first drawn. */
export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const note = () => setIdle(true)
    if ('requestIdleCallback' in window) {
      const handle = window.requestIdleCallback(note, { timeout: 3000 })
      return () => window.cancelIdleCallback(handle)
    }
    // Safari.
    const timer = setTimeout(note, 500)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
