import { useEffect, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'

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
      <ProgressBar label="Drawing the picture" percent={percent} />
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
