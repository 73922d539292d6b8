import { useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { type CreatorDraft, createCreatorDrafts, sameValues } from './creator-drafts.ts'
import type { Template } from './templates.ts'

/** What was kept of this character when the page opened, if it is not what is saved. */
export function useKeptDraft(id: string | null, initial: CharacterFields) {
  const user = useUser()
  const drafts = useMemo(() => createCreatorDrafts(() => localStorage, user.id), [user.id])
  const [found] = useState<CreatorDraft | null>(() => {
    const draft = drafts.read(id)
    return draft && !sameValues(draft.values, initial) ? draft : null
  })
  return { drafts, found }
}

interface KeepDraft extends ReturnType<typeof useKeptDraft> {
  id: string | null
  initial: CharacterFields
  template: Template['id'] | null
  form: UseFormReturn<CharacterFields>
}

/** Keeps the form in this browser while it is written. Says whether the browser lets it. */
export function useKeepDraft({ id, initial, template, form, drafts, found }: KeepDraft) {
  const [restored, setRestored] = useState(found !== null)
  const [isKept, setKept] = useState(true)

  useEffect(() => {
    // What was kept is put over what is saved, so that it counts as a change.
    if (found) form.reset(found.values, { keepDefaultValues: true })
  }, [form, found])

  useEffect(() => {
    const keep = () => {
      const values = form.getValues()
      if (sameValues(values, initial)) drafts.drop(id)
      else setKept(drafts.keep(id, { values, template }))
    }
    keep()
    const { unsubscribe } = form.watch(keep)
    return unsubscribe
  }, [form, drafts, id, initial, template])

  return {
    restored,
    isKept,
    /** Back to what is saved. */
    discard: () => {
      form.reset(initial)
      drafts.drop(id)
      setRestored(false)
    },
    /** The character is saved, or gone: nothing waits any more. */
    finish: () => {
      drafts.drop(id)
      setRestored(false)
    },
  }
}
