import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { FileButton } from '#client/ui/file-button.tsx'
import { imageTypes, useUpload } from './api.ts'

interface UploadButtonProps {
  inputLabel: string
  children: ReactNode
  onImage: (url: string) => void
}

/** Uploads a whole picture as it is. */
export function UploadButton({ inputLabel, children, onImage }: UploadButtonProps) {
  const upload = useUpload(onImage)
  return (
    <FileButton
      icon={Upload}
      inputLabel={inputLabel}
      accept={imageTypes.join(',')}
      disabled={upload.isPending}
      onChoose={([file]) => file && upload.mutate(file)}
    >
      {upload.isPending ? 'Uploading…' : children}
    </FileButton>
  )
}
