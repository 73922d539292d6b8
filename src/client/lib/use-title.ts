import { useEffect } from 'react'

export function useTitle(title: string) {
  useEffect(() => {
    document.title = title.startsWith('Troupe') ? title : `${title} · Troupe`
  }, [title])
}
