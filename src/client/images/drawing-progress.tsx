import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'

interface DrawingProgressProps {
  /** The finished part, from 0 to 1; null when the generator does not report it. */
  progress: number | null
  onCancel: () => void
}

export function DrawingProgress({ progress, onCancel }: DrawingProgressProps) {
  const seconds = useSeconds()
  const percent = progress === null ? null : Math.round(progress * 100)
  return (
    <div className="w-full">
      <div
        role="progressbar"
        aria-label="Drawing the picture"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-2 overflow-hidden rounded-full bg-sunken"
      >
        <div
          className={
            percent === null
              ? 'h-full w-1/3 animate-pulse rounded-full bg-curtain'
              : 'h-full rounded-full bg-curtain transition-[width] duration-500'
          }
          style={percent === null ? {} : { width: `${percent}%` }}
        />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft text-sm tabular-nums">
          {percent === null ? 'Drawing' : `${percent} % drawn`}, {seconds} s. It can take a minute or two.
        </p>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}

function useSeconds(): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((value) => value + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return seconds
}
