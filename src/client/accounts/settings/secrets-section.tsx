import { type ReactNode, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { NewSecret } from './new-secret.tsx'
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
  const { title, text, what, query, items, secretTitle, copyLabel, addLabel, onAdd } = props
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
          {secret !== null && (
            <NewSecret title={secretTitle} label={copyLabel} value={secret} onDone={() => setSecret(null)} />
          )}
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
