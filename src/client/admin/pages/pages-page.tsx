import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { UnsavedChangesGuard } from '#client/characters/creator/unsaved-changes-guard.tsx'
import { queryOf } from '#client/lib/query-client.ts'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { type SitePageName, sitePageNames, sitePages } from '#shared/site-page-names.ts'
import { PageForm } from './page-form.tsx'

export function PagesPage() {
  const [name, setName] = useState<SitePageName>('terms')
  const [edited, setEdited] = useState<readonly SitePageName[]>([])
  return (
    <>
      <PageHeader
        title="Pages"
        text="What everybody can read about this site. They are linked where people sign up and at the foot of the public pages."
      />
      <Tabs
        value={name}
        onValueChange={(value) => setName(sitePageNames.find((known) => known === value) ?? 'terms')}
        className="max-w-4xl"
      >
        <TabsList aria-label="Page">
          {sitePageNames.map((known) => (
            <TabsTrigger key={known} value={known}>
              {sitePages[known].title}
            </TabsTrigger>
          ))}
        </TabsList>
        {sitePageNames.map((known) => (
          // A page that was edited keeps what was typed while another one is open.
          <TabsContent key={known} value={known} forceMount hidden={known !== name} className="mt-5">
            <Page
              name={known}
              onEdit={(isEdited) =>
                setEdited((names) => [...names.filter((one) => one !== known), ...(isEdited ? [known] : [])])
              }
            />
          </TabsContent>
        ))}
      </Tabs>
      <UnsavedChangesGuard when={edited.length > 0} isDraftSaved={false} />
    </>
  )
}

function Page({ name, onEdit }: { name: SitePageName; onEdit: (isEdited: boolean) => void }) {
  const query = useQuery(queryOf('GET /api/site-pages/:name', { params: { name } }))
  if (query.isError && !query.data) {
    return <LoadError what="this page" query={query} />
  }
  return query.data ? <PageForm name={name} page={query.data} onEdit={onEdit} /> : <CardSkeleton className="h-96" />
}
