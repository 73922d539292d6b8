import { CategoryChips } from '#client/characters/category-chips.tsx'
import { CharacterGridSkeleton } from '#client/characters/character-grid.tsx'
import { Brand } from '#client/ui/brand.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { PageHeader } from '#client/ui/page-header.tsx'
import type { HomeTexts } from '#shared/home-html.ts'
import { AppFrame } from '../app-skeleton.tsx'
import { pageMargins } from '../page-margins.ts'

/**
 * The home page without data, in its final layout. The build renders it to `home.html`, and the server inserts the
 * heading with the user's name and the first row's images (http/static-files.ts).
 */
export function HomeSkeleton({ title, text, posters }: HomeTexts & { posters: readonly string[] }) {
  return (
    <AppFrame>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-center border-line border-b bg-paper px-2 py-1.5 md:hidden">
          <span className="size-11" />
          <Brand className="px-1 text-xl" />
        </div>
        <main className={pageMargins}>
          <PageHeader
            title={title}
            text={text}
            action={
              <a href="/create" className={buttonClass()}>
                Create Character
              </a>
            }
          />
          <div className="mb-6" inert>
            <CategoryChips value={undefined} onChange={() => {}} />
          </div>
          <CharacterGridSkeleton posters={posters} />
        </main>
      </div>
    </AppFrame>
  )
}
