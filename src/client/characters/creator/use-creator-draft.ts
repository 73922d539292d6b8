import { type RefObject, useEffect, useMemo, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useUser } from '#client/accounts/session.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { type CreatorDraft, createCreatorDrafts, type FormSource, hasSameValues } from './creator-drafts.ts'

/** The draft of this character when the page opened, unless it equals the saved character. */
export function useStoredDraft(id: string | null, initial: CharacterFields) {
  const user = useUser()
  const drafts = useMemo(() => createCreatorDrafts(() => localStorage, user.id), [user.id])
  const [storedDraft] = useState<CreatorDraft | null>(() => {
    const draft = drafts.read(id)
    return draft && (draft.lorebookOf || !hasSameValues(draft.values, initial)) ? draft : null
  })
  return { drafts, storedDraft }
}

interface SaveDraftOptions extends ReturnType<typeof useStoredDraft> {
  id: string | null
  /** When the version that is changed had been saved. */
  updatedAt: RefObject<number>
  initial: CharacterFields
  source: FormSource
  form: UseFormReturn<CharacterFields>
}

/** Saves the form as a draft on each change. */
export function useSaveDraft({ id, updatedAt, initial, source, form, drafts, storedDraft }: SaveDraftOptions) {
  const [isRestored, setRestored] = useState(storedDraft !== null)
  const [isSaved, setSaved] = useState(true)

  useEffect(() => {
    // The default values stay those of the saved character, so that the form is dirty.
    if (storedDraft) form.reset(storedDraft.values, { keepDefaultValues: true })
  }, [form, storedDraft])

  useEffect(() => {
    const save = () => {
      const values = form.getValues()
      if (!source.lorebookOf && hasSameValues(values, initial)) drafts.delete(id)
      else setSaved(drafts.save(id, { ...source, values, updatedAt: updatedAt.current }))
    }
    save()
    const { unsubscribe } = form.watch(save)
    return unsubscribe
  }, [form, drafts, id, updatedAt, initial, source])

  const clear = () => {
    drafts.delete(id)
    setRestored(false)
  }
  return {
    isRestored,
    /** Whether the browser's storage accepted the last change. */
    isSaved,
    clear,
    discard: () => {
      form.reset(initial)
      clear()
    },
  }
}
