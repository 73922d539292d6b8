import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useNearViewport } from '#client/lib/use-near-viewport.ts'
import { Button } from './button.tsx'

interface LoadMoreProps {
  list: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'>
  label?: string
  variant?: 'outline' | 'quiet'
  /** Loads the next page when it is so near the viewport, in CSS pixels. The button is then for keyboards and for retries. */
  margin?: number
  /** What is said where the next page could not be loaded. */
  failure?: string
  className?: string
}

/** Loads the next page of a list. Nothing is shown after the last one. */
export function LoadMore({
  list,
  label = 'Show more',
  variant = 'outline',
  margin,
  failure,
  className,
}: LoadMoreProps) {
  const { hasNextPage, isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed, fetchNextPage } = list
  const load = () => void fetchNextPage()
  const paused = margin === undefined || !hasNextPage || isLoading || hasFailed
  const mark = useNearViewport<HTMLDivElement>(load, { margin: margin ?? 0, paused })
  if (!hasNextPage) return null
  return (
    <div ref={mark} className={className ?? 'mt-4 text-center'}>
      {hasFailed && failure && <p role="alert">{failure}</p>}
      <Button variant={variant} disabled={isLoading} onClick={load}>
        {isLoading ? 'Loading…' : hasFailed ? 'Try again' : label}
      </Button>
    </div>
  )
}
