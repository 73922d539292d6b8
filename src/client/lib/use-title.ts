import { useEffect } from 'react'

/** The words on the browser's tab. */
export function useTitle(title: string) {
  useEffect(() => {
    document.title = title.startsWith('Troupe') ? title : `${title} · Troupe`
  }, [title])
}
