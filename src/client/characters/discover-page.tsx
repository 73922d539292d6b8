import { useUser } from '#client/accounts/session.ts'
import { useTypedSearch } from '#client/lib/use-typed-search.ts'
import { Button } from '#client/ui/button.tsx'
import { EmptyBook, EmptyStage } from '#client/ui/drawings.tsx'
import { PageHeader } from '#client/ui/page-header.tsx'
import { SearchInput } from '#client/ui/search-input.tsx'
import { Select } from '#client/ui/select.tsx'
import { type GallerySort, galleryLimits, gallerySorts } from '#shared/character-terms.ts'
import { type ContentRating, entitlements, ratingsWithin } from '#shared/entitlements.ts'
import { CategoryChips } from './category-chips.tsx'
import { Gallery } from './gallery.tsx'
import type { GalleryFilters } from './gallery-path.ts'
import { ratingNames } from './rating-names.ts'
import { isContentRating, useGalleryFilters } from './use-gallery-filters.ts'

const sortNames: Record<GallerySort, string> = { trending: 'Trending', new: 'Newest', rating: 'Highest rated' }

export function DiscoverPage() {
  const { filters: requested, setFilters } = useGalleryFilters()
  const { accountType, maxContentRating } = useUser()
  const allowedRatings = ratingsWithin(entitlements[accountType].browse, maxContentRating)
  const showsRatingFilter = allowedRatings.length > 1
  const filters = removeForbiddenRating(requested, allowedRatings)
  const [search, setSearch] = useTypedSearch(filters.search ?? '', (typed) => setFilters({ search: typed }))
  const isFiltered = filters.search ?? filters.category ?? filters.contentRating
  return (
    <>
      <PageHeader title="Discover" text="Every character the community has shared." />
      <div className="mb-4 flex flex-wrap gap-3">
        <SearchInput
          label="Search characters"
          placeholder="Search by name, description, author or tag:word"
          value={search}
          maxLength={galleryLimits.search}
          onChange={setSearch}
          className={`min-w-60 flex-1 ${showsRatingFilter ? 'max-lg:basis-full' : ''}`}
        />
        {showsRatingFilter && (
          <Select
            aria-label="Content rating"
            className="min-w-32 max-lg:flex-1 lg:min-w-40"
            value={filters.contentRating ?? ''}
            onChange={({ target: { value } }) =>
              setFilters({ contentRating: isContentRating(value) ? value : undefined })
            }
            options={allowedRatings.map((rating) => [rating, ratingNames[rating]])}
          >
            <option value="">Any rating</option>
          </Select>
        )}
        <Select
          aria-label="Sort by"
          className={showsRatingFilter ? 'min-w-32 max-lg:flex-1 lg:min-w-44' : 'min-w-44 max-sm:w-full'}
          value={filters.sort ?? 'trending'}
          onChange={(event) => setFilters({ sort: gallerySorts.find((sort) => sort === event.target.value) })}
          options={gallerySorts.map((sort) => [sort, sortNames[sort]])}
        />
      </div>
      <div className="mb-6">
        <CategoryChips
          value={filters.category}
          onChange={(category) => setFilters({ category })}
          hasExplicit={allowedRatings.includes('explicit')}
        />
      </div>
      <h2 className="sr-only">Characters</h2>
      <Gallery
        filters={filters}
        empty={{
          drawing: isFiltered ? <EmptyBook /> : <EmptyStage />,
          title: isFiltered ? 'No characters found' : 'No characters yet',
          text: isFiltered
            ? 'Try fewer words, or another category.'
            : 'When someone publishes a character, it appears here.',
          action: isFiltered && (
            <Button
              variant="outline"
              onClick={() => setFilters({ search: '', category: undefined, contentRating: undefined })}
            >
              Clear filters
            </Button>
          ),
        }}
      />
    </>
  )
}

/** A shared link may contain a rating that this account may not browse, and that the filter does not offer. */
function removeForbiddenRating(
  { contentRating, ...filters }: GalleryFilters,
  allowedRatings: readonly ContentRating[],
): GalleryFilters {
  return contentRating && allowedRatings.includes(contentRating) ? { ...filters, contentRating } : filters
}
