import { useUser } from '#client/accounts/session.ts'
import { commandKey } from '#client/lib/keyboard.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Keys } from '#client/ui/keys.tsx'
import { canModerate } from '#shared/entitlements.ts'

interface Shortcut {
  keys: readonly string[]
  description: string
}

const groups = (command: string): readonly { label: string; shortcuts: readonly Shortcut[] }[] => [
  {
    label: 'Everywhere',
    shortcuts: [
      { keys: [command, 'K'], description: 'Jump to a conversation, character or page' },
      { keys: [command, 'B'], description: 'Open or close the sidebar' },
      { keys: ['F8'], description: 'Focus notifications' },
      { keys: ['Esc'], description: 'Close a dialog or menu' },
      { keys: ['?'], description: 'Show these shortcuts' },
    ],
  },
  {
    label: 'In a chat',
    shortcuts: [
      { keys: ['Enter'], description: 'Send; an empty message continues the story' },
      { keys: ['Shift', 'Enter'], description: 'Start a new line' },
      { keys: ['←', '→'], description: 'In an empty field: other versions of the newest message' },
      { keys: ['↑'], description: 'In an empty field: edit your newest message' },
      { keys: ['Esc'], description: 'Stop the reply, or go to the message field' },
      { keys: ['/'], description: 'List the commands' },
    ],
  },
  {
    label: 'On the story map',
    shortcuts: [
      { keys: ['↑', '↓', '←', '→'], description: 'Move along the branches' },
      { keys: ['Enter'], description: 'Open a message' },
      { keys: ['Space'], description: 'Show the messages of a run, or fold them' },
      { keys: ['Home'], description: 'Go to the beginning' },
      { keys: ['End'], description: 'Go to where the conversation is now' },
      { keys: ['+', '−', '0'], description: 'Zoom in, zoom out, show the whole story' },
      { keys: ['Delete'], description: 'Delete a message with what follows' },
    ],
  },
]

const moderation: { label: string; shortcuts: readonly Shortcut[] } = {
  label: 'In the moderation queue',
  shortcuts: [
    { keys: ['j'], description: 'Open the next flag' },
    { keys: ['k'], description: 'Open the previous flag' },
    { keys: ['s'], description: 'Show or hide the evidence' },
    { keys: ['c'], description: 'Claim the flag, or release it' },
    { keys: ['a'], description: 'Go to Approve; Enter confirms' },
    { keys: ['d'], description: 'Go to Dismiss; Enter confirms' },
    { keys: ['e'], description: 'Go to Escalate; Enter confirms' },
    { keys: ['n'], description: 'Write a note' },
    { keys: ['x'], description: 'Select the flag for bulk dismissal' },
    { keys: ['b'], description: 'Dismiss the selected flags' },
    { keys: ['Esc'], description: 'Back to the queue' },
  ],
}

export function ShortcutsDialog() {
  const moderationDashboard = canModerate(useUser())
  return (
    <Dialog title="Keyboard shortcuts" className="sm:!max-w-4xl">
      <div className="gap-x-12 sm:columns-2">
        {[...groups(commandKey()), ...(moderationDashboard ? [moderation] : [])].map(({ label, shortcuts }) => (
          <section key={label} className="break-inside-avoid pb-6 last:pb-0">
            <h3 className="text-lg">{label}</h3>
            <dl className="mt-2 divide-y divide-line">
              {shortcuts.map(({ keys, description }) => (
                <div key={description} className="flex items-center justify-between gap-4 py-2.5">
                  <dt className="text-ink-soft">{description}</dt>
                  <dd className="shrink-0">
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
