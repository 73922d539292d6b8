import { Link } from 'react-router'
import { buttonClass } from '#client/ui/button-class.ts'
import { Dialog } from '#client/ui/dialog.tsx'
import { lazyPart } from '#client/ui/lazy-part.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'

// Loads react-hook-form and Zod when the dialog opens.
const ProfileForm = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForm, {
  placeholder: () => <Skeleton className="h-36 w-full" />,
  failed: (error, retry) => <LoadError what="the form" error={error} onRetry={retry} />,
})

interface ProfileSettingsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  /** The link to the account page was followed. */
  onAccount: () => void
}

/** Edits the display name, and links to the page of all other settings. */
export function ProfileSettingsDialog({ open, onOpenChange, onAccount }: ProfileSettingsDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Profile Settings"
      description="Your display name is what other people see."
    >
      <ProfileForm onDone={() => onOpenChange(false)} />
      <p className="mt-6 flex flex-wrap items-center justify-between gap-x-4 border-line border-t pt-4 text-ink-soft text-sm">
        Password, name in chats, sign-ins and data
        <Link to="/settings" onClick={onAccount} className={buttonClass({ variant: 'link', className: 'px-0' })}>
          Account settings
        </Link>
      </p>
    </Dialog>
  )
}
