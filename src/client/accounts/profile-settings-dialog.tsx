import { lazy, Suspense } from 'react'
import { Dialog } from '#client/ui/dialog.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

// The form's machinery is fetched with the first opening, not with the first page.
const ProfileForm = lazy(async () => ({ default: (await import('./profile-form.tsx')).ProfileForm }))

interface ProfileSettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** One field: the display name. */
export function ProfileSettingsDialog({ open, onOpenChange }: ProfileSettingsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Profile Settings"
      description="Your display name is how characters and other people know you."
    >
      <Suspense fallback={<Skeleton className="h-36 w-full" />}>
        <ProfileForm onDone={() => onOpenChange(false)} />
      </Suspense>
    </Dialog>
  )
}
