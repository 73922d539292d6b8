import { Lock, Pencil, Star } from 'lucide-react'
import { useState } from 'react'
import { cx } from '#client/lib/cx.ts'
import { resumeChatPath } from '#client/lib/paths.ts'
import { useNearViewport } from '#client/lib/use-near-viewport.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { ButtonLink } from '#client/ui/button-link.tsx'
import type { CharacterSummary } from '#shared/characters.ts'
import { cardLayout } from './card-layout.ts'
import { CardMenu } from './card-menu.tsx'
import { ChatCount } from './chat-count.tsx'
import { Poster } from './poster.tsx'
import { ratingNames } from './rating-names.ts'

export interface CharacterStanding {
  label: string
  /** Nobody can chat with it. This page says why. */
  reasonPath: string | null
}

interface CharacterCardProps {
  character: CharacterSummary
  onEdit?: (character: CharacterSummary) => void
  /** What moderators have decided about it, for its author. */
  standing?: CharacterStanding
  /** Loads the image at once instead of when it comes near. */
  eager?: boolean
  /** Shows where the Chat button will be, without a button. */
  isPreview?: boolean
}

/** In the place of a name that is not written yet. */
export const unnamed = 'No name yet'

/** How near the viewport a card loads its image, in CSS pixels. Browsers load lazy images from up to 2,500. */
const imageMargin = 150

/**
 * A character in a grid: poster, name, description, the user's role, figures and a chat link that covers the whole card. In
 * narrow containers the poster is on the left.
 */
export function CharacterCard({ character, onEdit, standing, eager = false, isPreview }: CharacterCardProps) {
  const [isNear, setNear] = useState(eager)
  const card = useNearViewport<HTMLElement>(() => setNear(true), { margin: imageMargin, paused: isNear })
  return (
    <article
      ref={card}
      className={cx(
        cardLayout.card,
        'group relative shadow-card transition-[box-shadow,translate] duration-200 ease-out [contain-intrinsic-height:auto_27rem] [content-visibility:auto] focus-within:shadow-raised hover:-translate-y-0.5 hover:shadow-raised side-by-side:[contain-intrinsic-height:auto_13rem]',
      )}
    >
      <Poster
        name={character.name}
        avatar={character.avatar}
        category={character.category}
        loading={isNear ? 'eager' : 'later'}
        className={cardLayout.poster}
      >
        <span className="absolute top-3 left-3 flex flex-wrap gap-1.5 side-by-side:top-1.5 side-by-side:left-1.5">
          <Badge variant="label" className="side-by-side:px-2">
            {character.category}
          </Badge>
          {character.contentRating !== 'general' && (
            <Badge variant="label" className="side-by-side:px-2">
              {ratingNames[character.contentRating]}
            </Badge>
          )}
          {standing && <Badge variant="danger">{standing.label}</Badge>}
          {!character.isPublic && (
            <Badge variant="label">
              <Lock aria-hidden size={12} />
              <span className="sr-only">Private</span>
            </Badge>
          )}
        </span>
      </Poster>
      <div className={cardLayout.body}>
        <div className={cx(cardLayout.text, 'line-clamp-3')}>
          {/* Safari counts the lines of one child. */}
          <div>
            <h3 dir="auto" title={character.name} className={cardLayout.name}>
              {character.name || unnamed}
            </h3>
            <p dir="auto" className={cx(cardLayout.description, 'text-ink-soft')}>
              {character.description}
            </p>
          </div>
        </div>
        <div className={cardLayout.role}>
          {character.userRole && (
            <p
              dir="auto"
              title={character.userRole}
              className="line-clamp-2 font-role text-speech italic side-by-side:line-clamp-1"
            >
              You play as: {character.userRole}
            </p>
          )}
        </div>
        <Figures character={character} />
        {isPreview ? (
          <p className="mt-1 rounded-md border border-line-strong border-dashed py-2 text-center text-ink-soft text-sm">
            Preview: the Chat button will be here
          </p>
        ) : (
          <div className={cardLayout.actions}>
            <ButtonLink
              to={standing?.reasonPath ?? resumeChatPath(character.id)}
              aria-label={standing?.reasonPath ? `Why ${character.name} was removed` : `Chat with ${character.name}`}
              variant="warm"
              className="flex-1 after:absolute after:inset-0 after:rounded-lg side-by-side:px-2.5"
            >
              {standing?.reasonPath ? 'See why' : 'Chat'}
            </ButtonLink>
            {onEdit && (
              <Button
                variant="outline"
                icon={Pencil}
                className="relative z-10 side-by-side:px-2.5"
                aria-label={`Edit ${character.name}`}
                onClick={() => onEdit(character)}
              >
                Edit
              </Button>
            )}
            <CardMenu character={character} className="relative z-10 -mr-1.5" />
          </div>
        )}
      </div>
    </article>
  )
}

function Figures({ character }: { character: CharacterSummary }) {
  return (
    <p className={cx(cardLayout.figures, 'text-ink-soft')}>
      <span className="inline-flex items-center gap-1.5">
        <ChatCount count={character.chatCount} />
        <span className="sr-only">{character.chatCount === 1 ? 'chat' : 'chats'}</span>
      </span>
      {character.rating !== null && (
        <span className="inline-flex items-center gap-1.5 text-gilt-ink">
          <Star aria-hidden size={14} className="fill-gilt text-gilt" />
          <span className="sr-only">rated</span>
          {character.rating.toFixed(1)}
        </span>
      )}
      <span className="ml-auto truncate">by {character.createdBy}</span>
    </p>
  )
}
