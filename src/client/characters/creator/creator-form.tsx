import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type FieldErrors, FormProvider, useForm } from 'react-hook-form'
import { useNavigate } from 'react-router'
import { useUser } from '#client/accounts/session.ts'
import { errorText } from '#client/lib/http.ts'
import { editCharacterPath } from '#client/lib/paths.ts'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import { CharacterFields, missingInformation } from '#shared/characters.ts'
import { useSaveCharacter } from '../api.ts'
import { BasicsTab } from './basics-tab.tsx'
import { CreatorActions } from './creator-actions.tsx'
import { type CreatorTab, creatorTabs, settle, tabOf, valuesOfTemplate } from './creator-values.ts'
import { ImageTab } from './image-tab.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import { PersonalityTab } from './personality-tab.tsx'
import { QuickStartTab } from './quick-start-tab.tsx'
import { StorytellingTab } from './storytelling-tab.tsx'
import type { Template } from './templates.ts'

const tabNames: Record<CreatorTab, string> = {
  'quick-start': 'Quick Start',
  basics: 'Basics',
  personality: 'Personality',
  storytelling: 'Storytelling',
  image: 'Image',
}

interface CreatorFormProps {
  /** The character being edited, or null for someone new. */
  id: string | null
  initial: CharacterFields
}

export function CreatorForm({ id, initial }: CreatorFormProps) {
  const creator = useCreator(id, initial)
  const { form, tab, setTab } = creator
  return (
    <FormProvider {...form}>
      <form onSubmit={creator.submit} noValidate>
        <Tabs value={tab} onValueChange={(value) => setTab(creatorTabs.find((name) => name === value) ?? 'basics')}>
          <TabsList aria-label="Parts of a character">
            {creatorTabs.map((name) => (
              <TabsTrigger key={name} value={name}>
                {tabNames[name]}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value="quick-start" className="mt-7">
            <QuickStartTab selected={creator.template} onPick={creator.applyTemplate} />
          </TabsContent>
          <TabsContent value="basics" className="mt-7">
            <BasicsTab />
          </TabsContent>
          <TabsContent value="personality" className="mt-7">
            <PersonalityTab />
          </TabsContent>
          <TabsContent value="storytelling" className="mt-7">
            <StorytellingTab />
          </TabsContent>
          <TabsContent value="image" className="mt-7">
            <ImageTab />
          </TabsContent>
        </Tabs>
        <CreatorActions id={id} tab={tab} onNext={setTab} />
      </form>
      <LeaveGuard when={form.formState.isDirty && !form.formState.isSubmitting && !creator.saved} />
    </FormProvider>
  )
}

function useCreator(id: string | null, initial: CharacterFields) {
  const user = useUser()
  const navigate = useNavigate()
  const save = useSaveCharacter()
  const form = useForm({ resolver: zodResolver(CharacterFields), defaultValues: initial })
  const [tab, setTab] = useState<CreatorTab>(id ? 'basics' : 'quick-start')
  const [template, setTemplate] = useState<Template['id'] | null>(null)
  const [saved, setSaved] = useState(false)

  const applyTemplate = (chosen: Template) => {
    for (const [field, value] of Object.entries(valuesOfTemplate(chosen))) {
      form.setValue(field as keyof CharacterFields, value, { shouldDirty: true })
    }
    form.clearErrors()
    setTemplate(chosen.id)
    setTab('basics')
    toast({ title: 'Template Applied', description: `${chosen.name} is a start. Make them yours.` })
  }

  const onValid = async (values: CharacterFields) => {
    try {
      const character = await save.mutateAsync({ ...settle(values, user.accountType), ...(id && { id }) })
      setSaved(true)
      form.reset(values)
      toast({ title: 'Character Saved', description: `${character.name} is ready to talk.` })
      await navigate(id ? '/my-characters' : editCharacterPath(character.id), { replace: id === null })
    } catch (error) {
      const description = errorText(error, 'The character could not be saved. Please try again.')
      toast({ variant: 'destructive', title: 'Save Failed', description })
    }
  }
  const onInvalid = (errors: FieldErrors<CharacterFields>) => {
    const field = firstFault(errors)
    if (errors.name || errors.description) {
      toast({ variant: 'destructive', title: missingInformation.title, description: missingInformation.text })
    }
    setTab(tabOf(field))
    // The tab's fields exist once it is on show.
    requestAnimationFrame(() => form.setFocus(field))
  }
  return { form, tab, setTab, template, applyTemplate, saved, submit: form.handleSubmit(onValid, onInvalid) }
}

function firstFault(errors: FieldErrors<CharacterFields>): keyof CharacterFields {
  const order: (keyof CharacterFields)[] = ['name', 'description']
  return order.find((field) => errors[field]) ?? (Object.keys(errors)[0] as keyof CharacterFields)
}
