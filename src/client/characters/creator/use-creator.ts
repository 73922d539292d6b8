import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type FieldErrors, type UseFormReturn, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText, getJson, HttpError, hasCode } from '#client/lib/http.ts'
import { chatPath, editCharacterPath } from '#client/lib/paths.ts'
import { reviewAction } from '#client/lib/review-store.ts'
import { useSaveConflict } from '#client/lib/use-save-conflict.ts'
import { toast } from '#client/ui/toast-store.ts'
import { missingInformation } from '#shared/character-terms.ts'
import { CharacterFields, characterFieldNames, type OwnCharacter } from '#shared/characters.ts'
import { useSaveCharacter } from '../api.ts'
import {
  type CreatorTab,
  firstInvalidField,
  isMissingInformation,
  normalizeValues,
  tabOf,
  valuesOf,
  valuesOfTemplate,
} from './creator-values.ts'
import type { Template } from './templates.ts'
import { useSaveDraft, useStoredDraft } from './use-creator-draft.ts'

type CreatorFormState = UseFormReturn<CharacterFields>

/** The state of the creator form: fields, tab, template, draft, and saving. */
export function useCreator(id: string | null, saved: CharacterFields, savedAt: number) {
  const [initial] = useState(saved)
  const user = useUser()
  const navigate = useNavigate()
  const save = useSaveCharacter()
  const form = useForm({ resolver: zodResolver(CharacterFields), defaultValues: initial })
  const { drafts, storedDraft } = useStoredDraft(id, initial)
  const [tab, setTab] = useState<CreatorTab>(id || storedDraft ? 'basics' : 'quick-start')
  const [template, setTemplate] = useState(storedDraft?.template ?? null)
  const baseUpdatedAt = storedDraft?.updatedAt ?? savedAt
  const conflict = useSaveConflict<CharacterFields>({
    fields: characterFieldNames,
    base: baseUpdatedAt === savedAt ? initial : null,
    updatedAt: baseUpdatedAt,
    load: async () => {
      const saved = await getJson<OwnCharacter>(`/api/characters/${encodeURIComponent(id ?? '')}`)
      return { saved: valuesOf(saved), updatedAt: saved.updatedAt }
    },
    save: (merged) => {
      form.reset(merged, { keepDefaultValues: true })
      void submit()
    },
  })
  const draft = useSaveDraft({ id, updatedAt: conflict.updatedAt, initial, template, form, drafts, storedDraft })
  const allowsLeaving = useRef(false)

  const focusField = (field: keyof CharacterFields) => {
    setTab(tabOf(field))
    // The fields of the tab are mounted after the next render.
    requestAnimationFrame(() => form.setFocus(field))
  }
  const finish = () => {
    allowsLeaving.current = true
    draft.clear()
  }
  const onValid = async (values: CharacterFields) => {
    try {
      const request = {
        ...normalizeValues(values, user.accountType),
        ...(id && { id, basedOn: conflict.updatedAt.current }),
      }
      const character = await withAdultConfirmation(() => save.mutateAsync(request))
      finish()
      const action = { label: 'Chat', onSelect: () => void navigate(chatPath(character.id)) }
      const isHeld = request.isPublic && !character.isPublic
      const state = isHeld ? 'is in the gallery once a moderator has looked at it.' : 'is ready to talk.'
      toast({ title: 'Character Saved', description: `${character.name} ${state}`, action })
      await navigate(id ? '/my-characters' : editCharacterPath(character.id), { replace: id === null })
    } catch (error) {
      const isChanged = hasCode(error, 'changed_elsewhere')
      const problem = isChanged ? await conflict.open(values).catch((reason: unknown) => reason) : error
      if (problem === undefined) return
      const [firstField] = showSaveError(form, problem)
      if (firstField) focusField(firstField)
    }
  }
  const onInvalid = (errors: FieldErrors<CharacterFields>) => {
    if (isMissingInformation(form.getValues())) {
      toast({ variant: 'destructive', title: missingInformation.title, description: missingInformation.text })
    }
    focusField(firstInvalidField(errors))
  }
  const submit = form.handleSubmit(onValid, onInvalid)
  return {
    conflict,
    form,
    tab,
    setTab,
    template,
    applyTemplate: useApplyTemplate(form, template, setTemplate, setTab),
    draft,
    allowsLeaving,
    discard: () => {
      draft.discard()
      conflict.updatedAt.current = savedAt
      setTemplate(null)
    },
    onDeleted: finish,
    submit,
  }
}

/** Fills the form with a template. If that replaces unsaved changes, the toast offers Undo. */
function useApplyTemplate(
  form: CreatorFormState,
  template: Template['id'] | null,
  setTemplate: (template: Template['id'] | null) => void,
  setTab: (tab: CreatorTab) => void,
) {
  const fill = (values: CharacterFields) => form.reset(values, { keepDefaultValues: true })
  return (chosen: Template) => {
    const previous = { values: form.getValues(), template, isDirty: form.formState.isDirty }
    const undo = () => {
      fill(previous.values)
      setTemplate(previous.template)
      setTab('quick-start')
    }
    fill(valuesOfTemplate(chosen))
    setTemplate(chosen.id)
    setTab('basics')
    toast({
      title: 'Template Applied',
      description: `${chosen.name} filled in the fields. You can change everything.`,
      ...(previous.isDirty && { action: { label: 'Undo', onSelect: undo } }),
    })
  }
}

/** Shows why saving failed, and marks the fields that the server names. Returns these fields. */
function showSaveError(form: CreatorFormState, error: unknown): (keyof CharacterFields)[] {
  const description = errorText(error, 'The character could not be saved. Please try again.')
  toast({ variant: 'destructive', title: 'Save Failed', description, ...reviewAction(description) })
  const messages = error instanceof HttpError ? (error.body?.fields ?? {}) : {}
  const fields = Object.keys(messages).filter((field): field is keyof CharacterFields => field in form.getValues())
  for (const field of fields) form.setError(field, { message: messages[field] ?? '' })
  return fields
}
