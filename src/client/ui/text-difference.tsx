import { Fragment, useMemo } from 'react'
import { findDifferences } from './find-differences.ts'
import './text-difference.css'

/** Two texts as one, with the words that only one of them has. */
export function TextDifference({ before, after, className }: { before: string; after: string; className?: string }) {
  const parts = useMemo(() => findDifferences(before, after), [before, after])
  return (
    <p dir="auto" className={`whitespace-pre-wrap leading-relaxed [overflow-wrap:anywhere] ${className ?? ''}`}>
      {parts.map(({ start, removed, added, same }) => (
        <Fragment key={start}>
          {removed && <Removed>{removed}</Removed>}
          {removed && added && ' '}
          {added && <Added>{added}</Added>}
          {same}
        </Fragment>
      ))}
    </p>
  )
}

export const Added = ({ children }: { children: string }) => <ins className="diff-added">{children}</ins>
export const Removed = ({ children }: { children: string }) => <del className="diff-removed">{children}</del>
