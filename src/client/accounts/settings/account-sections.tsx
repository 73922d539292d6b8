import { useMutation } from '@tanstack/react-query'
import { Check, Download } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { Link } from 'react-router'
import { askForAdultConfirmation } from '#client/accounts/adult-confirmation.ts'
import { dataExportPath, requestDeletion, setChatFilter, setMemory } from '#client/accounts/api.ts'
import { passwordDialog, profileDialog } from '#client/accounts/dialogs.ts'
import { PlayerNameForm } from '#client/accounts/player-name-form.tsx'
import { useUser } from '#client/accounts/session.ts'
import { longDate } from '#client/lib/dates.ts'
import { memoryOffText, useSite } from '#client/lib/site.ts'
import { Button } from '#client/ui/button.tsx'
import { buttonClass } from '#client/ui/button-class.ts'
import { MutationSwitch } from '#client/ui/mutation-switch.tsx'
import { toastError } from '#client/ui/toast-error.ts'
import { toast } from '#client/ui/toast-store.ts'
import { accountLimits } from '#shared/accounts.ts'
import { entitlements } from '#shared/entitlements.ts'
import { SettingsSection } from './settings-section.tsx'

export function DisplayNameSection() {
  const { name } = useUser()
  return (
    <SettingsSection title="Display name" text="What other people see, such as below your characters.">
      <p className="mb-4 [overflow-wrap:anywhere]">{name}</p>
      <Button variant="outline" onClick={() => profileDialog.open({ onAccount: () => {} })}>
        Change display name
      </Button>
    </SettingsSection>
  )
}

export function PlayerNameSection() {
  const confirm = () => toast({ title: 'Name saved', description: 'Characters use it from your next message on.' })
  return (
    <SettingsSection title="Name in chats" text="What characters call you.">
      <PlayerNameForm label="Name" onSaved={confirm} />
    </SettingsSection>
  )
}

export function AdultSection() {
  const { adultConfirmed } = useUser()
  const statusText = useRef<HTMLParagraphElement>(null)
  const ask = async () => {
    // The focused button is removed, so the focus moves to the text.
    if (await askForAdultConfirmation()) setTimeout(() => statusText.current?.focus())
  }
  return (
    <SettingsSection
      title="Adult content"
      text={
        <>
          Characters rated mature or explicit are for people who are 18 or older. Some features also need Premium: see
          the{' '}
          <Link to="/pricing" className="text-curtain underline underline-offset-4">
            Pricing page
          </Link>
          .
        </>
      }
    >
      <p ref={statusText} tabIndex={-1} className="flex items-center gap-2.5 outline-none">
        {adultConfirmed && <Check aria-hidden size={18} className="shrink-0 text-good" />}
        {adultConfirmed
          ? 'You confirmed that you are 18 or older.'
          : 'You have not confirmed your age. Until you do, you see only characters rated general.'}
      </p>
      {!adultConfirmed && (
        <Button variant="outline" className="mt-4" onClick={() => void ask()}>
          Confirm my age
        </Button>
      )}
    </SettingsSection>
  )
}

/** `children`: what else can be done with the data. */
export function DataSection({ children }: { children?: ReactNode }) {
  return (
    <SettingsSection
      title="Your data"
      text="One ZIP archive with all that you have here: characters, lorebooks, personas, pictures and conversations with all versions of each reply, as files that you can import again, and the data of your account to read."
    >
      <div className="flex flex-wrap gap-3">
        <a href={dataExportPath} download className={buttonClass({ variant: 'outline' })}>
          <Download aria-hidden size={16} /> Download my data
        </a>
        {children}
      </div>
    </SettingsSection>
  )
}

const windowDays = accountLimits.deletionWindow / 86_400_000

export function DeleteSection() {
  const { accountType } = useUser()
  const deleteAccount = async (password: string) => {
    const deletedAt = await requestDeletion(password)
    toast({
      title: 'Your account will be deleted',
      description: `Log in before ${longDate(deletedAt)} if you want to keep it.`,
      duration: 15_000,
    })
  }
  const ask = () =>
    passwordDialog.open({
      title: 'Delete your account?',
      description:
        'You will be logged out on all devices, and your public characters will be removed from the gallery immediately.',
      children: (
        <div className="flex flex-col gap-2 text-sm">
          <p>
            Until <strong>{longDate(Date.now() + accountLimits.deletionWindow)}</strong> you can log in and restore your
            account. After that, your account, characters, conversations and ratings are deleted permanently.
          </p>
          {accountType === 'premium' && <p>Your subscription is cancelled first, and nothing more is charged.</p>}
          <p className="text-ink-soft">
            People who chatted with your characters keep their conversations, with the character’s name and picture.
          </p>
        </div>
      ),
      asksUsername: true,
      variant: 'danger',
      label: 'Delete my account',
      busyLabel: 'Deleting…',
      onConfirm: deleteAccount,
    })
  return (
    <SettingsSection
      title="Delete account"
      text={`You can restore your account for ${windowDays} days. After that, nobody can restore it.`}
    >
      <Button variant="outline" onClick={ask}>
        Delete my account
      </Button>
    </SettingsSection>
  )
}

/** For accounts that may choose: switches the filter of their chats on and off. */
export function ChatFilterSection() {
  const { accountType, chatFilter } = useUser()
  if (entitlements[accountType].chatFilter !== 'choice') return null
  return (
    <SwitchSection
      title="Chat filter"
      text="Keeps replies free of mature and explicit content, with every character. Without it, each chat has the rating of its character."
      label="Filter my chats"
      checked={chatFilter}
      onSet={setChatFilter}
    />
  )
}

/** Whether conversations have a memory where nothing else is chosen for them. */
export function MemorySection() {
  const { memory: isPossible } = useSite()
  return (
    <SwitchSection
      title="Memory"
      text={
        isPossible
          ? 'Long conversations are summarised, and characters are reminded of what was said long ago. You can read and change what is remembered in each conversation, and switch it on or off there.'
          : memoryOffText
      }
      label="Remember my conversations"
      checked={useUser().memory}
      onSet={setMemory}
    />
  )
}

interface SwitchSectionProps {
  title: string
  text: string
  label: string
  checked: boolean
  onSet: (enabled: boolean) => Promise<unknown>
}

function SwitchSection({ title, text, label, checked, onSet }: SwitchSectionProps) {
  const change = useMutation({
    mutationFn: onSet,
    onError: (error) => {
      toastError(error, { title: 'Update Failed', fallback: 'The setting could not be changed. Please try again.' })
    },
  })
  return (
    <SettingsSection title={title} text={text}>
      <MutationSwitch label={label} checked={checked} change={change} />
    </SettingsSection>
  )
}
