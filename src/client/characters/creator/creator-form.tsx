import { History, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { FormProvider, useFormContext } from 'react-hook-form'
import { Button } from '#client/ui/button.tsx'
import { Tabs, TabsContent, TabsList, TabsTrigger } from '#client/ui/tabs.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { AdvancedTab } from './advanced-tab.tsx'
import { AuthorCheck } from './author-check.tsx'
import { CreatorActions } from './creator-actions.tsx'
import { CreatorPreview } from './creator-preview.tsx'
import { CreatorTools, TryPanel } from './creator-tools.tsx'
import { type CreatorTab, creatorTabs } from './creator-values.ts'
import { ImageTab } from './image-tab.tsx'
import { ImportedNotice } from './imported-notice.tsx'
import { QuickStartTab } from './quick-start-tab.tsx'
import { BasicsTab, PersonalityTab, StorytellingTab } from './text-tabs.tsx'
import { createTryChat, type TryChat } from './try-chat.ts'
import { UnsavedChangesGuard } from './unsaved-changes-guard.tsx'
import { useCreator } from './use-creator.ts'

interface CreatorFormProps {
  /** The edited character's id, or null for a new character. */
  id: string | null
  initial: CharacterFields
  /** When the edited character was saved last. */
  updatedAt: number
}

/** The form, and a preview next to it if there is room. */
export function CreatorForm({ id, initial, updatedAt }: CreatorFormProps) {
  const creator = useCreator(id, initial, updatedAt)
  const { form, draft, imported } = creator
  const [tryChat] = useState(() => createTryChat(id))
  const [isTrying, setTrying] = useState(false)
  const toggleTrying = () => setTrying(!isTrying)
  const { isDirty, isSubmitting, isSubmitted } = form.formState
  const openNext = (tab: CreatorTab) => {
    creator.setTab(tab)
    window.scrollTo(0, 0)
  }
  return (
    <FormProvider {...form}>
      <div className="@container">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-9 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
          <form
            onSubmit={creator.submit}
            noValidate
            // A field that gets the focus is not under the bars or, on phones, under a toast.
            className="[&_:is(input,select,textarea,button)]:scroll-mb-40 max-md:[&_:is(input,select,textarea)]:scroll-mt-28 max-md:[&_:is(input,select,textarea)]:scroll-mb-64"
          >
            {imported && <ImportedNotice imported={imported} onDiscard={creator.discard} />}
            {draft.isRestored && !imported && <RestoredNotice onDiscard={creator.discard} />}
            {(id !== null || imported || isSubmitted) && (
              <AuthorCheck isOpen={isSubmitted || imported !== undefined} onShow={creator.focusField} />
            )}
            <CreatorTools
              id={id}
              chat={tryChat}
              isTrying={isTrying}
              onToggleTrying={toggleTrying}
              onFilled={() => creator.tab === 'quick-start' && creator.setTab('basics')}
              onRestore={creator.setLorebookOf}
            />
            <CreatorTabs {...creator} />
            <CreatorActions id={id} tab={creator.tab} onNext={openNext} onDeleted={creator.onDeleted} />
          </form>
          <CreatorAside chat={isTrying ? tryChat : null} onClose={toggleTrying} />
        </div>
      </div>
      <UnsavedChangesGuard
        when={(isDirty || creator.lorebookOf !== undefined) && !isSubmitting}
        isDraftSaved={draft.isSaved}
        allowsLeaving={creator.allowsLeaving}
      />
    </FormProvider>
  )
}

function CreatorTabs({ tab, setTab, template, applyTemplate }: ReturnType<typeof useCreator>) {
  const tabs: Record<CreatorTab, [name: string, content: ReactNode]> = {
    'quick-start': ['Quick Start', <QuickStartTab key="tab" selected={template} onPick={applyTemplate} />],
    basics: ['Basics', <BasicsTab key="tab" />],
    personality: ['Personality', <PersonalityTab key="tab" />],
    storytelling: ['Storytelling', <StorytellingTab key="tab" />],
    image: ['Image', <ImageTab key="tab" />],
    advanced: ['Advanced', <AdvancedTab key="tab" />],
  }
  return (
    <Tabs value={tab} onValueChange={(value) => setTab(creatorTabs.find((name) => name === value) ?? 'basics')}>
      <TabsList aria-label="Parts of a character">
        {creatorTabs.map((name) => (
          <TabsTrigger key={name} value={name} className="px-2.5 md:max-lg:px-2">
            {tabs[name][0]}
          </TabsTrigger>
        ))}
      </TabsList>
      {creatorTabs.map((name) => (
        <TabsContent key={name} value={name} className="mt-7">
          {tabs[name][1]}
        </TabsContent>
      ))}
    </Tabs>
  )
}

function RestoredNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p
      role="status"
      className="mb-5 flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-lg border border-line bg-sunken py-1.5 pr-1.5 pl-4 text-sm"
    >
      <History aria-hidden size={16} className="text-ink-soft" />
      <span className="mr-auto">Your unsaved changes are back</span>
      <Button variant="quiet" onClick={onDiscard}>
        Discard
      </Button>
    </p>
  )
}

/** Next to the form: what others see of the character, or a chat with it. */
function CreatorAside({ chat, onClose }: { chat: TryChat | null; onClose: () => void }) {
  const form = useFormContext<CharacterFields>()
  if (!chat) {
    return (
      <aside aria-label="Preview" className="@max-4xl:hidden">
        <div className="sticky top-6">
          <CreatorPreview />
        </div>
      </aside>
    )
  }
  return (
    <aside aria-label="Try it" className="@max-4xl:hidden">
      <div className="sticky top-6 flex h-[calc(100dvh-3rem)] max-h-[46rem] flex-col rounded-lg border border-line bg-card p-5">
        <div className="mb-2 flex items-center justify-between">
          <h2 className="font-display font-semibold text-lg">Try it</h2>
          <Button variant="quiet" size="icon" icon={X} aria-label="Close" className="-mr-2.5" onClick={onClose} />
        </div>
        <TryPanel form={form} chat={chat} />
      </div>
    </aside>
  )
}
