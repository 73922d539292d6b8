import { Star } from 'lucide-react'
import { useId, useState } from 'react'

interface StarRatingProps {
  label: string
  value: number | null
  onChange: (stars: number) => void
  disabled?: boolean
}

const starCounts = [1, 2, 3, 4, 5] as const

/** One to five stars, implemented as radio buttons. */
export function StarRating({ label, value, onChange, disabled }: StarRatingProps) {
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
          <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
        </label>
      ))}
    </div>
  )
}
