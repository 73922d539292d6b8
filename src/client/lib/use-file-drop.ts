import { type DragEvent, useState } from 'react'

/** Lets an element take files that are dropped on it, before the page does. */
export function useFileDrop(onFiles: (files: File[]) => void) {
  const [isDraggedOver, setDraggedOver] = useState(false)
  return {
    isDraggedOver,
    dropProps: {
      onDragOver: (event: DragEvent) => {
        event.preventDefault()
        setDraggedOver(true)
      },
      onDragLeave: () => setDraggedOver(false),
      onDrop: (event: DragEvent) => {
        event.preventDefault()
        setDraggedOver(false)
        onFiles([...event.dataTransfer.files])
      },
    },
  }
}
