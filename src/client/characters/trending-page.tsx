import { EmptyStage } from '#client/ui/drawings.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { Gallery } from './gallery.tsx'

export function TrendingPage() {
  return (
    <>
      <PageHeader title="Trending" text="The most popular characters this week." />
      <h2 className="sr-only">Trending characters</h2>
      <Gallery
        // The server sorts by trend by default, so the first ones are the trending ones.
        filters={{}}
        most={6}
        empty={{
          drawing: <EmptyStage />,
          title: 'Nothing is trending yet',
          text: 'When people start to chat, the most popular characters appear here.',
        }}
      />
    </>
  )
}
