import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import type { Closable } from '#client/ui/dialogs.tsx'
import { changeReadingSettings } from '../reading/reading-settings.ts'

/** Says, before the first dictation, where the user's voice goes. */
export function DictationNotice({ onClose, onAccept }: Closable & { onAccept: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="Dictate a message"
      description="Your browser turns what you say into text. Depending on the browser, its maker (such as Google, Apple or Microsoft) receives the recording to do so. This server receives the text only, when you send it."
    >
      <div className="flex justify-end gap-2.5">
        <Button variant="outline" onClick={onClose}>
          Cancel
        </Button>
        <Button
          onClick={() => {
            changeReadingSettings({ knowsDictation: true })
            onClose()
            onAccept()
          }}
        >
          Dictate
        </Button>
      </div>
    </Dialog>
  )
}
