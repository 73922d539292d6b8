import { X } from 'lucide-react'
import { useFormContext } from 'react-hook-form'
import { useStore } from 'zustand'
import { Button } from '#client/ui/button.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import { CreatorPreview } from './creator-preview.tsx'
import type { TryChat } from './try-chat.ts'

const TryPanel = lazyPart(async () => (await import('./try-panel.tsx')).TryPanel)

/** Next to the form: what others see of the character, or a chat with it. */
export function CreatorAside({ chat }: { chat: TryChat }) {
  const form = useFormContext<CharacterFields>()
  const isTrying = useStore(chat, ({ isOpen }) => isOpen)
  if (!isTrying) {
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
          <Button variant="quiet" size="icon" aria-label="Close" className="-mr-2.5" onClick={chat.toggle}>
            <X aria-hidden size={18} />
          </Button>
        </div>
        <TryPanel form={form} chat={chat} />
      </div>
    </aside>
  )
}
