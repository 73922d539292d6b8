import { CategoryChips } from '#client/characters/category-chips.tsx'
import { CharacterGridSkeleton } from '#client/characters/character-grid.tsx'
import { Brand } from '#client/ui/brand.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { pageMargins } from '../page-margins.ts'
import { StartingFrame } from '../starting.tsx'
import { HomeHeader, wayBackWords } from './home-header.tsx'

/**
 * The home page before its script: everything that can be known of it already, in the place it will have. It is rendered
 * when the client is built, and the server writes the name into it (http/static-files.ts).
 */
export function HomeStarting({ name }: { name: string }) {
  return (
    <StartingFrame>
      <div className="flex min-w-0 flex-1 flex-col">
        <div className="flex items-center border-line border-b bg-paper px-2 py-1.5 md:hidden">
          <span className="size-11" />
          <Brand className="px-1 text-xl" />
        </div>
        <main className={pageMargins}>
          <HomeHeader
            name={name}
            wayBack={wayBackWords}
            action={
              <a href="/create" className={buttonClass()}>
                Create Character
              </a>
            }
          />
          <div className="mb-6" inert>
            <CategoryChips value={undefined} onChange={() => {}} />
          </div>
          <CharacterGridSkeleton />
        </main>
      </div>
    </StartingFrame>
  )
}
