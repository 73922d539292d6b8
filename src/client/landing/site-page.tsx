import { useCallback, useEffect, useState } from 'react'
import { longDate } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { MarkdownText } from '#client/ui/markdown-text.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { type SitePageName, sitePages } from '#shared/site-page-names.ts'
import type { SitePage as Page } from '#shared/site-pages.ts'

const widths = ['w-full', 'w-11/12', 'w-4/5', 'w-full', 'w-2/3']

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
      {page === null && error === null && (
        <div role="status" aria-label="Loading the page" className="flex flex-col gap-3.5">
          {widths.map((width, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change
            <Skeleton key={line} className={`h-4 ${width}`} />
          ))}
        </div>
      )}
      {page && <MarkdownText text={page.text} />}
    </div>
  )
}
