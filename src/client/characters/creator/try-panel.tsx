import { RotateCcw } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { useStore } from 'zustand'
import { useUser } from '#client/accounts/session.ts'
import { Button } from '#client/ui/button.tsx'
import { openingText } from '#engine/prompt/opening.ts'
import type { CharacterFields } from '#shared/characters.ts'
import { unnamed } from '../character-card.tsx'
import { UnsavedChatView } from '../unsaved-chat-view.tsx'
import type { TryChat } from './try-chat.ts'

/** A chat with the character as it is in the form. */
export function TryPanel({ form, chat }: { form: UseFormReturn<CharacterFields>; chat: TryChat }) {
  const user = useUser()
  const isBegun = useStore(chat, ({ messages }) => messages.length > 0)
  const values = form.watch()
  const name = values.name.trim() || unnamed
  const greeting = openingText({ ...values, name }, user.playerName ?? user.name, 'preview')
  const send = (message: string) => chat.send(form.getValues(), message, greeting)
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <UnsavedChatView chat={chat} name={name} greeting={greeting} onSend={send} />
      <div className="mt-1 flex flex-wrap items-center gap-x-3">
        <p className="flex-1 basis-32 text-ink-soft text-xs">Not stored. Each reply counts like one in a chat.</p>
        <Button
          variant="quiet"
          className="-mr-3 !px-3 !text-sm"
          icon={RotateCcw}
          disabled={!isBegun}
          onClick={chat.restart}
        >
          Begin again
        </Button>
      </div>
    </div>
  )
}
