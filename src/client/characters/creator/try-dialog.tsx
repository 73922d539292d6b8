import type { UseFormReturn } from 'react-hook-form'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import type { CharacterFields } from '#shared/characters.ts'
import type { TryChat } from './try-chat.ts'
import { TryPanel } from './try-panel.tsx'

/** A chat with the character where there is no room for it beside the form. */
export function TryDialog({ form, chat, onClose }: Closable & { form: UseFormReturn<CharacterFields>; chat: TryChat }) {
  return (
    <Dialog title="Try it" className="sm:max-w-lg" onClose={onClose}>
      <div className="flex h-[min(36rem,calc(100dvh-11rem))] flex-col">
        <TryPanel form={form} chat={chat} />
      </div>
    </Dialog>
  )
}
