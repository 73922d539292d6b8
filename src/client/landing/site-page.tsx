import { useCallback, useEffect, useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { MarkdownText } from '#client/ui/markdown-text.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { LinesSkeleton } from '#client/ui/skeleton.tsx'
import { type SitePageName, sitePages } from '#shared/site-page-names.ts'
import type { SitePage as Page } from '#shared/site-pages.ts'

/** The terms, the privacy notice or the house rules, for visitors and users. */
export function SitePage({ name }: { name: SitePageName }) {
  const { title } = sitePages[name]
  useTitle(title)
  const [page, setPage] = useState<Page | null>(null)
  const [error, setError] = useState<Error | null>(null)
  const load = useCallback(() => {
    setError(null)
    call('GET /api/site-pages/:name', { params: { name } }).then(setPage, setError)
  }, [name])
  useEffect(load, [load])
  return (
    <div className="w-full max-w-[68ch]">
      <PageHeader title={title} text={page?.updatedAt ? `Last changed on ${longDate(page.updatedAt)}.` : undefined} />
      <LoadError what="this page" query={{ error, refetch: load }} />
      {page === null && error === null && <LinesSkeleton label="Loading the page" />}
      {page && <MarkdownText text={page.text} />}
    </div>
  )
}
