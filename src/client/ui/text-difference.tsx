import { diffLines, diffWordsWithSpace } from 'diff'
import { Fragment, useMemo } from 'react'
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

/** The words that only one text has, and the words after them that both have. */
export interface Difference {
  /** The position in both texts together; unique. */
  start: number
  removed: string
  added: string
  same: string
}

/** Fewer words in common than this between two changes are part of the change: single words would be hard to read. */
const minCommonWords = 3

/** The most words by which two texts may differ to be compared by words (7,000 take 15 seconds); else by lines. */
const limit = { maxEditLength: 2_000 }

export function findDifferences(before: string, after: string): Difference[] {
  const differences: Difference[] = []
  let start = 0
  const next = () => {
    const difference = { start, removed: '', added: '', same: '' }
    differences.push(difference)
    return difference
  }
  let current = next()
  const parts = diffWordsWithSpace(before, after, limit) ?? diffLines(before, after, limit) ?? wholly(before, after)
  for (const [index, { value, added, removed }] of parts.entries()) {
    start += value.length
    if (!added && !removed) {
      const isShort = value.split(/\s+/).filter(Boolean).length < minCommonWords
      const isBetween = index > 0 && index < parts.length - 1
      if (!isShort || !isBetween) current.same += value
      else {
        current.removed += value
        current.added += value
      }
      continue
    }
    if (current.same !== '') current = next()
    if (added) current.added += value
    else current.removed += value
  }
  return differences
}

const wholly = (before: string, after: string) => [
  { value: before, removed: true, added: false },
  { value: after, removed: false, added: true },
]
