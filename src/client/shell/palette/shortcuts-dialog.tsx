import { commandKey } from '#client/lib/keyboard.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Keys } from '#client/ui/keys.tsx'

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
    ],
  },
]

export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title="Keyboard shortcuts">
      <div className="grid gap-6">
        {groups(commandKey()).map(({ label, shortcuts }) => (
          <section key={label}>
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
