import { useRef, useState } from 'react'
import { type Difference, findDifferences, mergeFields, type Side } from './merge-fields.ts'

interface Conflict<Fields> {
  mine: Fields
  theirs: Fields
  /** When `theirs` was saved. */
  updatedAt: number
  differences: Difference<Fields>[]
}

interface SaveConflictOptions<Fields> {
  fields: readonly (keyof Fields & string)[]
  /** The version that the user began with; null if only its time is known. */
  base: Fields | null
  /** When that version had been saved. */
  updatedAt: number
  /** Reads the version that was saved elsewhere. */
  load: () => Promise<{ saved: Fields; updatedAt: number }>
  /** Saves what the user has chosen. */
  save: (merged: Fields) => void
}

/** What follows when a save was refused with `changed_elsewhere`: the user chooses between the two versions of each field. */
export function useSaveConflict<Fields extends object>(options: SaveConflictOptions<Fields>) {
  const { fields, base, load, save } = options
  const updatedAt = useRef(options.updatedAt)
  const [conflict, setConflict] = useState<Conflict<Fields> | null>(null)
  const saveOver = (at: number, merged: Fields) => {
    updatedAt.current = at
    setConflict(null)
    save(merged)
  }
  return {
    /** The version that the next save replaces. */
    updatedAt,
    conflict,
    open: async (mine: Fields) => {
      const theirs = await load()
      const differences = findDifferences(fields, { base, mine, theirs: theirs.saved })
      if (differences.length === 0) saveOver(theirs.updatedAt, mine)
      else setConflict({ mine, theirs: theirs.saved, updatedAt: theirs.updatedAt, differences })
    },
    saveMerged: (choices: Readonly<Partial<Record<keyof Fields & string, Side>>>) => {
      if (conflict) saveOver(conflict.updatedAt, mergeFields(conflict, choices))
    },
    close: () => setConflict(null),
  }
}
