import { Star } from 'lucide-react'
import { useId, useState } from 'react'

interface StarRatingProps {
  label: string
  value: number | null
  onChange: (stars: number) => void
  disabled?: boolean
}

const steps = [1, 2, 3, 4, 5] as const

/** One to five stars. They are radio buttons underneath: arrows change them, and choosing others undoes a choice. */
export function StarRating({ label, value, onChange, disabled }: StarRatingProps) {
  const name = useId()
  const [pointed, setPointed] = useState<number | null>(null)
  const lit = pointed ?? value ?? 0
  return (
    <div role="radiogroup" aria-label={label} onPointerLeave={() => setPointed(null)} className="flex w-fit">
      {steps.map((stars) => (
        <label
          key={stars}
          onPointerEnter={() => !disabled && setPointed(stars)}
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
            className={stars <= lit ? 'fill-gilt text-gilt' : 'text-line-strong'}
          />
          <span className="sr-only">{stars === 1 ? '1 star' : `${stars} stars`}</span>
        </label>
      ))}
    </div>
  )
}
