import { Fragment, useMemo } from 'react'
import { findDifferences } from './find-differences.ts'
import './text-difference.css'

interface TextDifferenceProps {
  before: string
  after: string
  /** Shows the text after, without marks. */
  isPlain?: boolean
  className?: string
}

/** Two texts as one, with the words that only one of them has. */
export function TextDifference({ before, after, isPlain = false, className }: TextDifferenceProps) {
  const parts = useMemo(() => findDifferences(isPlain ? after : before, after), [before, after, isPlain])
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
