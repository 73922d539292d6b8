import { type ReactNode, useState } from 'react'
import { focusOnMount } from '#client/lib/page-focus.ts'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { CopyButton } from '#client/ui/copy-button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { SettingsSection } from './settings-section.tsx'

interface SecretsSectionProps {
  title: string
  text: ReactNode
  /** What is listed. */
  what: string
  query: { error: Error | null; refetch: () => unknown }
  /** The list; undefined before it is loaded. */
  items: ReactNode[] | undefined
  /** The heading above a secret that was created, and the label of the button that copies it. */
  secretTitle: string
  copyLabel: string
  addLabel: string
  /** Calls `onAdded` with the secret of what was added. */
  onAdd: (onAdded: (secret?: string) => void) => void
}

/** Keys or webhooks of the account, each with a secret that is shown once. */
export function SecretsSection(props: SecretsSectionProps) {
  const { title, text, what, query, items, addLabel, onAdd } = props
  const [secret, setSecret] = useState<string | null>(null)
  const add = () =>
    onAdd((added) => {
      setSecret(added ?? null)
      void query.refetch()
    })
  return (
    <SettingsSection title={title} text={text}>
      <LoadError isShort what={`your ${what}`} query={query} />
      {items && (
        <div className="flex flex-col items-start gap-4">
          {secret !== null && <NewSecret {...props} value={secret} onDone={() => setSecret(null)} />}
          {items.length === 0 && <p>You have no {what}.</p>}
          {items.length > 0 && (
            <ul aria-label={title} className="flex w-full flex-col divide-y divide-line">
              {items}
            </ul>
          )}
          <Button variant="outline" onClick={add}>
            {addLabel}
          </Button>
        </div>
      )}
    </SettingsSection>
  )
}

interface NewSecretProps extends Pick<SecretsSectionProps, 'secretTitle' | 'copyLabel'> {
  value: string
  onDone: () => void
}

/** Shows a new key or secret once. */
function NewSecret({ secretTitle, copyLabel, value, onDone }: NewSecretProps) {
  return (
    <Card className="w-full p-4 sm:p-6">
      <h3 ref={focusOnMount} tabIndex={-1} className="text-lg outline-none">
        {secretTitle}
      </h3>
      <div className="mt-3 flex items-center gap-2 rounded-md bg-sunken py-2 pr-2 pl-4">
        <code className="min-w-0 flex-1 select-all break-all text-sm">{value}</code>
        <CopyButton text={value} label={copyLabel} />
      </div>
      <p className="mt-3 text-ink-soft text-sm">We show it only this once. Copy it to your program now.</p>
      <Button className="mt-4" onClick={onDone}>
        I have copied it
      </Button>
    </Card>
  )
}
