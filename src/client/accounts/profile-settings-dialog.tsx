import { lazy, Suspense } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

// Loads react-hook-form and Zod when the dialog opens.
const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))

interface ProfileSettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Edits the display name. */
export function ProfileSettingsDialog({ open, onOpenChange }: ProfileSettingsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Profile Settings"
      description="Your display name is what other people see."
    >
      <Suspense fallback={<Skeleton className="h-36 w-full" />}>
        <ProfileForm onDone={() => onOpenChange(false)} />
      </Suspense>
    </Dialog>
  )
}
