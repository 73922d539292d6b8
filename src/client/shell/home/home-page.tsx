import { useUser } from '#client/accounts/session.ts'
import { CategoryChips } from '#client/characters/category-chips.tsx'
import { Gallery } from '#client/characters/gallery.tsx'
import { NewCharacters } from '#client/characters/new-characters.tsx'
import { useGalleryFilters } from '#client/characters/use-gallery-filters.ts'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyBook, EmptyStage } from '#client/ui/drawings.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { mayBrowse } from '#shared/entitlements.ts'
import { homeTexts } from '#shared/home-html.ts'
import { HomeInvitation } from './home-invitation.tsx'

// Nobody else needs it.
const NoModelNotice = lazyPart(async () => (await import('./no-model-notice.tsx')).NoModelNotice, {
  placeholder: () => <HomeInvitation />,
  failed: () => <HomeInvitation />,
})

export function HomePage() {
  const user = useUser()
  const { filters, setFilters } = useGalleryFilters()
  const { category } = filters
  const { title } = homeTexts(user)
  const text = user.accountType === 'admin' ? <NoModelNotice /> : <HomeInvitation />
  return (
    <>
      <PageHeader title={title} tab="Troupe" text={text} action={<CreateLink />} />
      <div className="mb-6">
        <CategoryChips
          value={category}
          onChange={(next) => setFilters({ category: next })}
          hasExplicit={mayBrowse(user, 'explicit')}
        />
      </div>
      <h2 className="sr-only">{category ?? 'All'} characters</h2>
      <Gallery
        filters={category ? { category } : {}}
        newCharacters={!category && <NewCharacters />}
        empty={{
          drawing: category ? <EmptyBook /> : <EmptyStage />,
          title: category ? `No ${category} characters yet` : 'No characters yet',
          text: 'Create the first one, and others will find it here.',
          action: <CreateLink />,
        }}
      />
    </>
  )
}

function CreateLink() {
  return <ButtonLink to="/create">Create Character</ButtonLink>
}
