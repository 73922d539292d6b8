import { Copy, Pencil, Share2 } from 'lucide-react'
import { useParams } from 'react-router'
import { hasStatus } from '#client/lib/http.ts'
import { editCharacterPath, resumeChatPath } from '#client/lib/paths.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { reportDialog } from '#client/moderation/report.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import { EmptyDoor } from '#client/ui/drawings.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { PageSkeleton } from '#client/ui/skeleton.tsx'
import type { Character } from '#shared/characters.ts'
import { useCharacter } from './api.ts'
import { CardDetails, ExportLinks, Tags } from './card-details.tsx'
import { Poster } from './poster.tsx'
import { ratingNames } from './rating-names.ts'
import { shareCharacter } from './share-character.ts'
import { CharacterFigures, CharacterTexts, RateOrReport } from './sheet/character-details.tsx'
import { useDuplicateCharacter } from './use-duplicate-character.ts'

/** `/characters/:characterId`: the address of a character to share. */
export function CharacterPage() {
  const { characterId = '' } = useParams()
  const { data: character, error, isPending, refetch } = useCharacter(characterId)
  useTitle(character?.name ?? 'Character')
  if (character || isPending) {
    return (
      <div className="@container max-w-5xl">
        {character ? (
          <CharacterContent character={character} />
        ) : (
          <PageSkeleton
            label="Loading the character"
            parts={['@2xl:aspect-[4/5] @max-2xl:aspect-[5/4]', 'h-64']}
            className={columns}
          />
        )}
      </div>
    )
  }
  if (!hasStatus(error, 404)) return <LoadError what="the character" query={{ error, refetch }} />
  return (
    <EmptyState
      drawing={<EmptyDoor />}
      title="Character not found"
      action={<ButtonLink to="/discover">Discover characters</ButtonLink>}
    >
      It may be private or deleted. Characters rated mature or explicit need Premium and a confirmed age.
    </EmptyState>
  )
}

const columns = 'grid grid-cols-1 gap-7 @2xl:grid-cols-[minmax(0,18rem)_minmax(0,1fr)] @2xl:gap-10'

function CharacterContent({ character }: { character: Character }) {
  const duplicate = useDuplicateCharacter()
  const { id, name, avatar, category, contentRating, createdBy, isMine } = character
  return (
    <article className={columns}>
      <Poster
        name={name}
        avatar={avatar}
        category={category}
        loading="eager"
        className="rounded-2xl @2xl:aspect-[4/5] @max-2xl:aspect-[5/4]"
      />
      <div className="flex min-w-0 flex-col items-start wrap-anywhere">
        <p className="flex flex-wrap gap-1.5">
          <Badge>{category}</Badge>
          {contentRating !== 'general' && <Badge>{ratingNames[contentRating]}</Badge>}
          {!character.isPublic && <Badge>Private</Badge>}
        </p>
        <h1 dir="auto" className="mt-2 text-4xl">
          {name}
        </h1>
        <p className="mt-1 mb-3 text-ink-soft">by {createdBy}</p>
        <CharacterFigures character={character} />
        <CharacterTexts {...character} />
        <Tags tags={character.tags} />
        <div className="mt-6 flex w-full flex-wrap gap-2.5">
          <ButtonLink to={resumeChatPath(id)} className="max-sm:w-full">
            Chat
          </ButtonLink>
          {isMine && (
            <ButtonLink to={editCharacterPath(id)} variant="outline">
              <Pencil aria-hidden size={15} />
              Edit
            </ButtonLink>
          )}
          {isMine && (
            <Button variant="outline" icon={Copy} disabled={duplicate.isPending} onClick={() => duplicate.mutate(id)}>
              Duplicate
            </Button>
          )}
          {character.isPublic && (
            <Button variant="outline" icon={Share2} onClick={() => void shareCharacter(character)}>
              Share
            </Button>
          )}
        </div>
        <CardDetails character={character} />
        {!isMine && character.isDefinitionPublic && character.isExportAllowed && <ExportLinks id={id} />}
        {!isMine && (
          <RateOrReport
            id={id}
            name={name}
            onReport={() => reportDialog.open({ reported: { type: 'character', id, name } })}
          />
        )}
      </div>
    </article>
  )
}
