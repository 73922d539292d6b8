import { useEffect, useState } from 'react'

export function useIdle(): boolean {
  const [idle, setIdle] = useState(false)
  useEffect(() => {
    const onIdle = () => setIdle(true)
    if ('requestIdleCallback' in window) {
      const handle = window.requestIdleCallback(onIdle, { timeout: 3000 })
      return () => window.cancelIdleCallback(handle)
    }
    // Safari has no requestIdleCallback.
    const timer = setTimeout(onIdle, 500)
    return () => clearTimeout(timer)
  }, [])
  return idle
}
