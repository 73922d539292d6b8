import { zodResolver } from '@hookform/resolvers/zod'
import { type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { call, hasCode } from '#client/lib/http.ts'
import { chatPath, editCharacterPath } from '#client/lib/paths.ts'
import { resolveConflict } from '#client/ui/save-conflict.ts'
import { showServerErrors } from '#client/ui/show-server-errors.ts'
import { toastError } from '#client/ui/toast-error.ts'
import { toast, toastRules } from '#client/ui/toast-store.ts'
import { missingInformation } from '#shared/character-terms.ts'
import { CharacterFields } from '#shared/characters.ts'
import { saveCharacter } from '../api.ts'
import { cardImports } from '../use-card-import.ts'
import { type CreatorDraft, createCreatorDrafts, type FormSource, hasSameValues } from './creator-drafts.ts'
import {
  type CreatorTab,
  fieldLabels,
  firstInvalidField,
  isMissingInformation,
  normalizeValues,
  tabOf,
  valuesOf,
  valuesOfTemplate,
} from './creator-values.ts'
import type { Template } from './templates.ts'

/** The state of the creator form: fields, tab, template, draft, and saving. */
export function useCreator(id: string | null, saved: CharacterFields, savedAt: number) {
  const [initial] = useState(saved)
  const user = useUser()
  const navigate = useNavigate()
  const form = useForm({ resolver: zodResolver(CharacterFields), defaultValues: initial })
  const { drafts, storedDraft } = useStoredDraft(id, initial)
  const [tab, setTab] = useState<CreatorTab>(id || storedDraft ? 'basics' : 'quick-start')
  const [source, setSource] = useState<FormSource>({ template: null, ...storedDraft })
  const { template, imported, lorebookOf } = source
  const baseUpdatedAt = storedDraft?.updatedAt ?? savedAt
  /** The version that the next save replaces. */
  const updatedAt = useRef(baseUpdatedAt)
  const draft = useSaveDraft({ id, updatedAt, initial, source, form, drafts, storedDraft })
  const allowsLeaving = useRef(false)

  const focusField = (field: keyof CharacterFields) => {
    setTab(tabOf(field))
    // The fields of the tab are mounted after the next render.
    requestAnimationFrame(() => {
      const section = document.querySelector<HTMLDetailsElement>(`details[data-fields~="${field}"]`)
      if (section) section.open = true
      section?.querySelector('summary')?.focus()
      form.setFocus(field)
    })
  }
  const finish = () => {
    allowsLeaving.current = true
    draft.clear()
  }
  const onValid = async (values: CharacterFields) => {
    try {
      const request = {
        ...normalizeValues(values, user.accountType),
        ...(id
          ? { id, basedOn: updatedAt.current, lorebookOf }
          : { card: imported?.card, cardFile: imported?.cardFile ?? undefined }),
      }
      const character = await withAdultConfirmation(() => saveCharacter(request))
      finish()
      const isHeld = request.isPublic && !character.isPublic
      const state = isHeld ? 'is in the gallery once a moderator has looked at it.' : 'is ready to talk.'
      toast({
        title: 'Character Saved',
        description: `${character.name} ${state}`,
        action: { label: 'Chat', onSelect: () => void navigate(chatPath(character.id)) },
        duration: toastRules.duration,
      })
      // The other cards of an import are there.
      const isDone = id !== null || cardImports.getState().items.length > 0
      await navigate(isDone ? '/my-characters' : editCharacterPath(character.id), { replace: id === null })
    } catch (error) {
      if (hasCode(error, 'changed_elsewhere')) await mergeAndSave(values).catch(showProblem)
      else showProblem(error)
    }
  }
  const showProblem = (error: unknown) => {
    toastError(error, { title: 'Save Failed', fallback: 'The character could not be saved. Please try again.' })
    const [firstField] = showServerErrors(form, error)
    if (firstField) focusField(firstField)
  }
  const mergeAndSave = async (mine: CharacterFields) => {
    const theirs = await call('GET /api/characters/:id', { params: { id: id ?? '' } })
    const base = baseUpdatedAt === savedAt ? initial : null
    const merged = await resolveConflict({ labels: fieldLabels, base, mine, theirs: valuesOf(theirs) })
    if (!merged) return
    updatedAt.current = theirs.updatedAt
    form.reset(merged, { keepDefaultValues: true })
    await onValid(merged)
  }
  const onInvalid = (errors: FieldErrors<CharacterFields>) => {
    if (isMissingInformation(form.getValues())) {
      toastError(missingInformation.text, { title: missingInformation.title })
    }
    focusField(firstInvalidField(errors))
  }
  /** Fills the form with a template. If that replaces unsaved changes, the toast offers Undo. */
  const applyTemplate = (chosen: Template) => {
    const previous = form.getValues()
    const fill = (values: CharacterFields, from: FormSource, next: CreatorTab) => {
      form.reset(values, { keepDefaultValues: true })
      setSource(from)
      setTab(next)
    }
    const undo = { label: 'Undo', onSelect: () => fill(previous, source, 'quick-start') }
    const action = form.formState.isDirty ? undo : undefined
    fill(valuesOfTemplate(chosen), { template: chosen.id }, 'basics')
    toast({
      title: 'Template Applied',
      description: `${chosen.name} filled in the fields. You can change everything.`,
      action,
    })
  }
  const submit = form.handleSubmit(onValid, onInvalid)
  return {
    form,
    tab,
    setTab,
    template,
    applyTemplate,
    lorebookOf,
    setLorebookOf: (revisionId: string | undefined) => setSource((before) => ({ ...before, lorebookOf: revisionId })),
    draft,
    imported,
    focusField,
    allowsLeaving,
    discard: () => {
      draft.discard()
      updatedAt.current = savedAt
      setSource({ template: null })
    },
    onDeleted: finish,
    submit,
  }
}

/** The draft of this character when the page opened, unless it equals the saved character. */
function useStoredDraft(id: string | null, initial: CharacterFields) {
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
function useSaveDraft({ id, updatedAt, initial, source, form, drafts, storedDraft }: SaveDraftOptions) {
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
