import { useMutation, useQuery } from '@tanstack/react-query'
import { Flag, MessageSquare, Star } from 'lucide-react'
import { useId, useState } from 'react'
import { characterOf } from '#client/characters/api.ts'
import { counted, formatCount } from '#client/lib/format-count.ts'
import { call } from '#client/lib/http.ts'
import { invalidate, queryClient, queryOf } from '#client/lib/query-client.ts'
import { Button } from '#client/ui/button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import type { CharacterSummary } from '#shared/characters.ts'

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

export function CharacterTexts({ description, userRole }: Pick<CharacterSummary, 'description' | 'userRole'>) {
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
export function RateOrReport({ id, name, onReport }: { id: string; name: string; onReport: () => void }) {
  const { stars, isKnown, rate } = useRating(id)
  return (
    <div className="mt-6 flex w-full flex-wrap items-end justify-between gap-x-4 gap-y-2 border-line border-t pt-4">
      <div>
        <p aria-hidden className="font-[550] text-sm">
          Your rating
        </p>
        <div className="-ml-2.5">
          <StarRating label={`Your rating of ${name}`} value={stars} onChange={rate} disabled={!isKnown} />
        </div>
      </div>
      <Button variant="quiet" icon={Flag} className="-ml-5" onClick={onReport}>
        Report
      </Button>
    </div>
  )
}

interface StarRatingProps {
  label: string
  value: number | null
  onChange: (stars: number) => void
  disabled?: boolean
}

const starCounts = [1, 2, 3, 4, 5] as const

/** One to five stars, implemented as radio buttons. */
function StarRating({ label, value, onChange, disabled }: StarRatingProps) {
  const name = useId()
  const [hovered, setHovered] = useState<number | null>(null)
  const filled = hovered ?? value ?? 0
  return (
    <div role="radiogroup" aria-label={label} onPointerLeave={() => setHovered(null)} className="flex w-fit">
      {starCounts.map((stars) => (
        <label
          key={stars}
          onPointerEnter={() => !disabled && setHovered(stars)}
          className="grid size-11 cursor-pointer place-items-center rounded-md has-focus-visible:outline-2 has-focus-visible:outline-focus has-disabled:cursor-default"
        >
          <input
            type="radio"
            name={name}
            checked={value === stars}
            disabled={disabled}
            onChange={() => onChange(stars)}
            className="sr-only"
          />
          <Star
            aria-hidden
            size={26}
            strokeWidth={1.6}
            className={stars <= filled ? 'fill-gilt text-gilt' : 'text-line-strong'}
          />
          <span className="sr-only">{counted(stars, 'star')}</span>
        </label>
      ))}
    </div>
  )
}

/** The user's own rating of a character. A new one is shown at once, and the old one again if it is not saved. */
function useRating(characterId: string) {
  const params = { id: characterId }
  const query = queryOf('GET /api/characters/:id/rating', { params })
  const own = useQuery(query)
  const rating = useMutation({
    // Mutations of one scope run serially, so that the last choice wins.
    scope: { id: `rating-${characterId}` },
    mutationFn: (stars: number) => call('PUT /api/characters/:id/rating', { params, body: { stars } }),
    onSuccess: (character, stars) => {
      queryClient.setQueryData(query.queryKey, { stars })
      queryClient.setQueryData(characterOf(characterId).queryKey, character)
      void invalidate('GET /api/characters/public')
    },
    onError: (error) => toastError(error, { title: 'Rating not saved', fallback: 'Please try again.' }),
  })
  const stars = rating.isPending ? rating.variables : own.data?.stars
  return { stars: stars ?? null, isKnown: own.isSuccess, rate: rating.mutate }
}
