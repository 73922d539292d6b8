import { Upload } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { FileButton } from '#client/ui/file-button.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { imageTypes, uploadFailed, uploadImage } from './api.ts'

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

/** Uploads a picture, and says why it could not be. */
export const useUpload = (onImage: (url: string) => void) =>
  useSingleMutation({
    mutationFn: async (image: Blob | Promise<Blob>) => uploadImage(await image),
    onSuccess: ({ url }) => onImage(url),
    onError: (error) =>
      toastError(error, { title: uploadFailed, fallback: 'The picture could not be sent. Please try again.' }),
  })
