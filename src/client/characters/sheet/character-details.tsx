import { Flag, MessageSquare, Star } from 'lucide-react'
import { formatCount } from '#client/lib/format-count.ts'
import { Button } from '#client/ui/button.tsx'
import type { CharacterSummary } from '#shared/characters.ts'
import { StarRating } from './star-rating.tsx'
import { useRating } from './use-rating.ts'

export function CharacterFigures({ character: { chatCount, rating } }: { character: CharacterSummary }) {
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

export function CharacterTexts({
  character: { description, userRole },
}: {
  character: Pick<CharacterSummary, 'description' | 'userRole'>
}) {
  return (
    <>
      <p dir="auto" className="mt-4 whitespace-pre-line">
        {description}
      </p>
      {userRole && (
        <p dir="auto" className="mt-3 font-prose text-speech italic">
          You play as: {userRole}
        </p>
      )}
    </>
  )
}

/** The user's own rating of somebody else's character, and the way to report it. */
export function RateOrReport({
  character,
  onReport,
}: {
  character: Pick<CharacterSummary, 'id' | 'name'>
  onReport: () => void
}) {
  const { stars, isKnown, rate } = useRating(character.id)
  return (
    <div className="mt-6 flex w-full flex-wrap items-end justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <div>
        <p aria-hidden className="font-[550] text-sm">
          Your rating
        </p>
        <div className="-ml-2.5">
          <StarRating label={`Your rating of ${character.name}`} value={stars} onChange={rate} disabled={!isKnown} />
        </div>
      </div>
      <Button variant="quiet" className="-ml-5" onClick={onReport}>
        <Flag aria-hidden size={16} />
        Report
      </Button>
    </div>
  )
}
