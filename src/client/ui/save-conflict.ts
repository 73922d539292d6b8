import { findDifferences, mergeFields, type Side } from '#client/lib/merge-fields.ts'
import { lazyDialog } from './dialogs.tsx'

const mergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog)

interface Conflict<Fields extends object> {
  /** The names of the fields as their form shows them. */
  labels: Readonly<Record<keyof Fields & string, string>>
  /** The version that the user began with; null if only its time is known. */
  base: Fields | null
  mine: Fields
  /** The version that was saved elsewhere. */
  theirs: Fields
}

/**
 * What follows when a save was refused with `changed_elsewhere`: the user chooses between the two versions of each field.
 * Resolves with what is to be saved; with null, the user goes on editing.
 */
export async function resolveConflict<Fields extends object>(conflict: Conflict<Fields>): Promise<Fields | null> {
  const { labels } = conflict
  const differences = findDifferences(Object.keys(labels) as (keyof Fields & string)[], conflict)
  if (differences.length === 0) return conflict.mine
  let merged: Fields | null = null
  const onSave = (choices: Readonly<Record<string, Side>>) => {
    merged = mergeFields<Fields>(conflict, choices as Partial<Record<keyof Fields & string, Side>>)
  }
  return new Promise((resolve) => mergeDialog.open({ differences, labels, onSave }, () => resolve(merged)))
}
