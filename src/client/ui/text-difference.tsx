import { Fragment, useMemo } from 'react'
import { findDifferences } from './find-differences.ts'
import './text-difference.css'

interface TextDifferenceProps {
  before: string
  after: string
  /** Shows the text after, without marks. */
  isPlain?: boolean
  /** Leaves out the middle of long texts that both have. */
  isShort?: boolean
  className?: string
}

/** Two texts as one, with the words that only one of them has. */
export function TextDifference({ before, after, isPlain = false, isShort = false, className }: TextDifferenceProps) {
  const parts = useMemo(() => findDifferences(isPlain ? after : before, after), [before, after, isPlain])
  return (
    <p dir="auto" className={`whitespace-pre-wrap leading-relaxed [overflow-wrap:anywhere] ${className ?? ''}`}>
      {parts.map(({ start, removed, added, same }, at) => (
        <Fragment key={start}>
          {removed && <Removed>{removed}</Removed>}
          {removed && added && ' '}
          {added && <Added>{added}</Added>}
          {isShort && same.length > shortFrom
            ? shorten(same, at === 0 && !removed && !added, at === parts.length - 1)
            : same}
        </Fragment>
      ))}
    </p>
  )
}

const shortFrom = 400

function shorten(text: string, isBegin: boolean, isEnd: boolean): string {
  const begin = isBegin ? '' : (text.match(/^.{150}/su)?.[0] ?? '').replace(/\s\S*$/, '')
  const end = isEnd ? '' : (text.match(/.{150}$/su)?.[0] ?? '').replace(/^\S*\s/, '')
  return [begin, '…', end].filter(Boolean).join(' ')
}

export const Added = ({ children }: { children: string }) => <ins className="diff-added">{children}</ins>
export const Removed = ({ children }: { children: string }) => <del className="diff-removed">{children}</del>
