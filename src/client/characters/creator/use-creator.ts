import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { type FieldErrors, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { withAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { useUser } from '#client/accounts/session.ts'
import { errorText, HttpError } from '#client/lib/http.ts'
import { chatPath, editCharacterPath } from '#client/lib/paths.ts'
import { toast } from '#client/ui/toast-store.ts'
import { missingInformation } from '#shared/character-terms.ts'
import { CharacterFields } from '#shared/characters.ts'
import { useSaveCharacter } from '../api.ts'
import { type CreatorTab, firstFault, settle, tabOf, valuesOfTemplate } from './creator-values.ts'
import type { Template } from './templates.ts'
import { useKeepDraft, useKeptDraft } from './use-creator-draft.ts'

/** The form of one character: what is in it, what is kept of it, and what happens when it is saved. */
export function useCreator(id: string | null, saved: CharacterFields) {
  const [initial] = useState(saved)
  const user = useUser()
  const navigate = useNavigate()
  const save = useSaveCharacter()
  const form = useForm({ resolver: zodResolver(CharacterFields), defaultValues: initial, mode: 'onTouched' })
  const { drafts, found } = useKeptDraft(id, initial)
  const [tab, setTab] = useState<CreatorTab>(id || found ? 'basics' : 'quick-start')
  const [template, setTemplate] = useState(found?.template ?? null)
  const draft = useKeepDraft({ id, initial, template, form, drafts, found })
  const leaving = useRef(false)

  const fill = (values: CharacterFields) => form.reset(values, { keepDefaultValues: true })
  const applyTemplate = (chosen: Template) => {
    const before = { values: form.getValues(), template }
    const undo = () => {
      fill(before.values)
      setTemplate(before.template)
      setTab('quick-start')
    }
    const hadWork = form.formState.isDirty
    fill(valuesOfTemplate(chosen))
    setTemplate(chosen.id)
    setTab('basics')
    toast({
      title: 'Template Applied',
      description: `${chosen.name} is a start. Make them yours.`,
      ...(hadWork && { action: { label: 'Undo', onSelect: undo } }),
    })
  }

  const onValid = async (values: CharacterFields) => {
    try {
      const settled = { ...settle(values, user.accountType), ...(id && { id }) }
      const character = await withAdultConfirmation(() => save.mutateAsync(settled))
      leaving.current = true
      draft.finish()
      const talk = { label: 'Chat', onSelect: () => void navigate(chatPath(character.id)) }
      toast({ title: 'Character Saved', description: `${character.name} is ready to talk.`, action: talk })
      await navigate(id ? '/my-characters' : editCharacterPath(character.id), { replace: id === null })
    } catch (error) {
      showRefusal(error)
    }
  }
  const showRefusal = (error: unknown) => {
    const description = errorText(error, 'The character could not be saved. Please try again.')
    toast({ variant: 'destructive', title: 'Save Failed', description })
    const fields = error instanceof HttpError ? Object.entries(error.body?.fields ?? {}) : []
    for (const [field, message] of fields) {
      if (field in initial) form.setError(field as keyof CharacterFields, { message })
    }
    const [first] = fields[0] ?? []
    if (first !== undefined && first in initial) show(first as keyof CharacterFields)
  }
  const onInvalid = (errors: FieldErrors<CharacterFields>) => {
    if (errors.name || errors.description) {
      toast({ variant: 'destructive', title: missingInformation.title, description: missingInformation.text })
    }
    show(firstFault(errors))
  }
  const show = (field: keyof CharacterFields) => {
    setTab(tabOf(field))
    // The tab's fields exist once it is on show.
    requestAnimationFrame(() => form.setFocus(field))
  }
  return {
    form,
    tab,
    setTab,
    template,
    applyTemplate,
    draft,
    leaving,
    discard: () => {
      draft.discard()
      setTemplate(null)
    },
    onDeleted: () => {
      leaving.current = true
      draft.finish()
    },
    submit: form.handleSubmit(onValid, onInvalid),
  }
}
