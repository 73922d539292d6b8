import { useState } from 'react'
import { useWindowEvent } from '#client/lib/use-window-event.ts'
import { FileButton } from '#client/ui/file-button.tsx'

/** Takes the files of character cards: chosen with the button, dropped anywhere on the page, or pasted, also as JSON. */
export function ImportButton({ isImporting, onFiles }: { isImporting: boolean; onFiles: (files: File[]) => void }) {
  const isDragging = useCardDrop(onFiles)
  return (
    <>
      <FileButton
        disabled={isImporting}
        inputLabel="Character cards"
        accept=".png,.apng,.json,.charx,.jpg,.jpeg"
        multiple
        onChoose={onFiles}
      >
        {isImporting ? (
          'Importing…'
        ) : (
          <span>
            Import<span className="@max-[20rem]:sr-only"> a card</span>
          </span>
        )}
      </FileButton>
      {isDragging && (
        <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-curtain border-dashed bg-paper/85">
          <p className="px-6 text-center font-display font-semibold text-2xl">Drop character cards to import them</p>
        </div>
      )}
    </>
  )
}

/** Calls `onFiles` for files that are dropped or pasted, and for pasted JSON. Returns whether files are dragged over the page. */
function useCardDrop(onFiles: (files: File[]) => void): boolean {
  const [isDragging, setDragging] = useState(false)
  const onDrag = (event: DragEvent) => {
    if (event.type === 'dragleave') {
      // There is none when the pointer leaves the window.
      if (event.relatedTarget === null) setDragging(false)
      return
    }
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    // The browser would open the file in place of the page.
    event.preventDefault()
    setDragging(event.type === 'dragover')
    if (event.type === 'drop') onFiles([...event.dataTransfer.files])
  }
  useWindowEvent('dragover', onDrag)
  useWindowEvent('dragleave', onDrag)
  useWindowEvent('drop', onDrag)
  useWindowEvent('paste', ({ target, clipboardData }) => {
    if (!clipboardData || (target instanceof Element && target.closest('input, textarea, [contenteditable]'))) return
    const text = clipboardData.getData('text').trim()
    const json = text.startsWith('{') ? [new File([text], 'Pasted card', { type: 'application/json' })] : []
    onFiles(clipboardData.files.length > 0 ? [...clipboardData.files] : json)
  })
  return isDragging
}
