import { useEffect, useRef } from 'react'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Button } from '#client/ui/button.tsx'
import { ProgressBar } from '#client/ui/progress-bar.tsx'

interface CancellableOptions<Data, Variables> {
  mutationFn: (variables: Variables, signal: AbortSignal) => Promise<Data>
  onSuccess?: (data: Data) => void
  /** Not called where it was cancelled. */
  onError: (error: Error) => void
}

/** A mutation that can be cancelled, and is cancelled with its page. One runs at a time. */
export function useCancellable<Data, Variables>(options: CancellableOptions<Data, Variables>) {
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const mutation = useSingleMutation({
    mutationFn: (variables: Variables) => {
      const controller = new AbortController()
      running.current = controller
      return options.mutationFn(variables, controller.signal)
    },
    onSuccess: options.onSuccess,
    onError: (error) => {
      if (!running.current?.signal.aborted) options.onError(error)
    },
  })
  return { ...mutation, cancel: () => running.current?.abort() }
}

interface CancellableProgressProps {
  label: string
  percent: number | null
  text: string
  onCancel: () => void
}

export function CancellableProgress({ label, percent, text, onCancel }: CancellableProgressProps) {
  return (
    <div className="w-full">
      <ProgressBar label={label} percent={percent} />
      <div className="mt-2.5 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-ink-soft text-sm tabular-nums">{text}</p>
        <Button variant="outline" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </div>
  )
}
