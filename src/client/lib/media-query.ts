import { useCallback, useSyncExternalStore } from 'react'

/** Whether a media query holds, kept current. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}

/** Phones and narrow windows, where the sidebar is a sheet (spec §9: under 768 px). */
export function useIsMobile(): boolean {
  return useMediaQuery('(max-width: 767.98px)')
}
