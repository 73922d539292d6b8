import { commandKey } from '#client/lib/keyboard.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { Keys } from '#client/ui/keys.tsx'

interface Shortcut {
  keys: readonly string[]
  does: string
}

const groups = (command: string): readonly { label: string; shortcuts: readonly Shortcut[] }[] => [
  {
    label: 'Everywhere',
    shortcuts: [
      { keys: [command, 'K'], does: 'Jump to a conversation, character or page' },
      { keys: [command, 'B'], does: 'Open or fold the sidebar' },
      { keys: ['F8'], does: 'Go to the message at the edge of the screen' },
      { keys: ['Esc'], does: 'Close what is open' },
      { keys: ['?'], does: 'Show these shortcuts' },
    ],
  },
  {
    label: 'In a chat',
    shortcuts: [
      { keys: ['Enter'], does: 'Send; with nothing written, let the scene go on' },
      { keys: ['Shift', 'Enter'], does: 'Begin a new line' },
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
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex items-center justify-between gap-4 py-2.5">
                  <dt className="text-ink-soft">{does}</dt>
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
