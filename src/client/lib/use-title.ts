import { useEffect } from 'react'
import { defaultSite } from '#shared/site.ts'
import { useSite } from './site.ts'

export function useTitle(title: string) {
  const { name } = useSite()
  useEffect(() => {
    const hasName = title.startsWith(defaultSite.name)
    document.title = hasName ? title.replace(defaultSite.name, () => name) : `${title} · ${name}`
  }, [title, name])
}
