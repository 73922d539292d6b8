import { ChatCount } from '#client/characters/chat-count.tsx'
import { Poster } from '#client/characters/poster.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { type FeaturedCharacter, featured, portraitOf } from './featured.ts'
import { Section } from './section.tsx'

/** Eight sample characters. A click on one opens the sign-up dialog, which leads to a chat with it. */
export function FeaturedCharacters({ onPick }: { onPick: (slug: string) => void }) {
  return (
    <Section
      id="characters"
      title="Meet the characters"
      text="A few of the characters you can chat with. Choose one to begin. The chat counts are examples."
    >
      <ul className="grid grid-cols-2 gap-3 sm:gap-4 md:grid-cols-4 lg:gap-5">
        {featured.map((character) => (
          <FeaturedCard key={character.slug} character={character} onPick={onPick} />
        ))}
      </ul>
    </Section>
  )
}

function FeaturedCard({ character, onPick }: { character: FeaturedCharacter; onPick: (slug: string) => void }) {
  return (
    <li className="group relative flex flex-col overflow-hidden rounded-lg border border-line bg-card shadow-card transition-[box-shadow,translate] duration-200 ease-out hover:-translate-y-0.5 hover:shadow-raised">
      <Poster
        name={character.name}
        avatar={portraitOf(character.slug)}
        category={character.category}
        className="aspect-[5/4]"
      >
        <Badge variant="label" className="absolute top-2.5 left-2.5 sm:top-3 sm:left-3">
          {character.category}
        </Badge>
      </Poster>
      <div className="flex flex-1 flex-col gap-[7px] p-3.5 sm:p-4">
        <h3 className="text-lg sm:text-xl">
          <button
            type="button"
            onClick={() => onPick(character.slug)}
            className="text-left after:absolute after:inset-0 after:rounded-lg group-hover:text-curtain"
          >
            {character.name}
          </button>
        </h3>
        <p className="line-clamp-3 text-ink-soft text-sm leading-[1.45] lg:line-clamp-2">{character.description}</p>
        <p className="mt-auto flex items-center gap-1.5 pt-1 text-ink-soft text-xs">
          <ChatCount count={character.chatCount} /> chats
        </p>
      </div>
    </li>
  )
}
