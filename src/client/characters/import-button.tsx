import { FileUp } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { Button } from '#client/ui/button.tsx'

interface ImportButtonProps {
  isImporting: boolean
  onFiles: (files: File[]) => void
}

/** Takes the files of character cards: chosen with the button, or dropped anywhere on the page. */
export function ImportButton({ isImporting, onFiles }: ImportButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  const onDrop = useEffectEvent((event: DragEvent) => {
    if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
    // The browser would open the file in place of the page.
    event.preventDefault()
    if (event.type === 'drop') onFiles([...event.dataTransfer.files])
  })
  useEffect(() => {
    const listener = (event: DragEvent) => onDrop(event)
    const types = ['dragover', 'drop'] as const
    for (const type of types) window.addEventListener(type, listener)
    return () => {
      for (const type of types) window.removeEventListener(type, listener)
    }
  }, [])
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        accept=".png,.apng,.json,.charx,.jpg,.jpeg"
        aria-label="Character cards"
        tabIndex={-1}
        hidden
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
      <Button variant="outline" disabled={isImporting} onClick={() => input.current?.click()}>
        <FileUp aria-hidden size={16} />
        {isImporting ? 'Importing…' : 'Import a card'}
      </Button>
    </>
  )
}
