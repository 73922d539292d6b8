import { Eye } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { CreatorPreview } from './creator-preview.tsx'

/** Opens the preview in a dialog if there is no room for it next to the form. */
export function PreviewButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" className="@4xl:hidden @max-[32rem]:px-3" onClick={() => setOpen(true)}>
        <Eye aria-hidden size={16} />
        <span className="@max-[32rem]:sr-only">Preview</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} title="Preview" className="sm:max-w-md">
        <CreatorPreview />
      </Dialog>
    </>
  )
}
