import { Flag, MessageSquare, Star } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { formatCount } from '#client/lib/format-count.ts'
import { chatPath } from '#client/lib/paths.ts'
import { Avatar } from '#client/ui/avatar.tsx'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { hueOf } from '#shared/category-hues.ts'
import type { CharacterSummary } from '#shared/characters.ts'
import { useCharacter } from '../api.ts'
import { StarRating } from './star-rating.tsx'
import { useRating } from './use-rating.ts'

const ReportDialog = lazyPart(async () => (await import('#client/moderation/report-dialog.tsx')).ReportDialog)

interface CharacterDialogProps {
  character: CharacterSummary
  /** Left out where the chat is open already. */
  hasChatLink?: boolean
  onClose: () => void
}

/** A character's description, its average rating and the user's own rating. */
export function CharacterDialog({ character, hasChatLink, onClose }: CharacterDialogProps) {
  const [isReporting, setReporting] = useState(false)
  // Lists have the beginning of these texts.
  const { description, userRole } = useCharacter(character.id).data ?? character
  const { name, category, avatar, createdBy, isMine } = character
  if (isReporting) {
    return <ReportDialog reported={{ type: 'character', id: character.id, name }} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={name} description={`by ${createdBy}`}>
      <div className="flex flex-wrap items-start gap-4">
        <Avatar name={name} src={avatar} hue={hueOf(category)} className="size-20 rounded-lg text-2xl" />
        <div className="flex min-w-0 flex-col items-start gap-2.5">
          <Badge>{category}</Badge>
          <Figures character={character} />
        </div>
      </div>
      <p dir="auto" className="mt-4 whitespace-pre-line">
        {description}
      </p>
      {userRole && (
        <p dir="auto" className="mt-3 font-prose text-speech italic">
          You play as: {userRole}
        </p>
      )}
      {hasChatLink && (
        <Link to={chatPath(character.id)} onClick={onClose} className={buttonClass({ className: 'mt-5 w-full' })}>
          Chat
        </Link>
      )}
      {!isMine && (
        <div className="mt-5 flex flex-wrap items-end justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
          <OwnRating character={character} />
          <Button variant="quiet" className="-ml-5" onClick={() => setReporting(true)}>
            <Flag aria-hidden size={16} />
            Report
          </Button>
        </div>
      )}
    </Dialog>
  )
}

function Figures({ character: { chatCount, rating } }: { character: CharacterSummary }) {
  return (
    <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-ink-soft text-sm">
      <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
        <MessageSquare aria-hidden size={15} strokeWidth={1.8} />
        {formatCount(chatCount)} {chatCount === 1 ? 'chat' : 'chats'}
      </span>
      <span className={`inline-flex items-center gap-1.5 whitespace-nowrap ${rating === null ? '' : 'text-gilt-ink'}`}>
        <Star aria-hidden size={15} className={rating === null ? '' : 'fill-gilt text-gilt'} />
        {rating === null ? 'Not rated yet' : `${rating.toFixed(1)} of 5`}
      </span>
    </p>
  )
}

function OwnRating({ character }: { character: CharacterSummary }) {
  const { stars, isKnown, rate } = useRating(character.id)
  return (
    <div>
      <p aria-hidden className="font-[550] text-sm">
        Your rating
      </p>
      <div className="-ml-2.5">
        <StarRating label={`Your rating of ${character.name}`} value={stars} onChange={rate} disabled={!isKnown} />
      </div>
    </div>
  )
}
