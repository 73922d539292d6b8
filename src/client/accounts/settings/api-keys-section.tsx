import { useQuery } from '@tanstack/react-query'
import { KeyRound } from 'lucide-react'
import { longDate, timeAgo } from '#client/lib/dates.ts'
import { call } from '#client/lib/http.ts'
import { queryOf, thenReload } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { toast } from '#client/ui/toast-store.ts'
import type { ApiKey } from '#shared/api-keys.ts'
import { scopeTexts } from './key-scopes.ts'
import { SecretsSection } from './secrets-section.tsx'
import { SettingsItem } from './settings-section.tsx'

const apiKeyDialog = lazyDialog(async () => (await import('./api-key-dialog.tsx')).ApiKeyDialog)

export function ApiKeysSection() {
  const keys = useQuery(queryOf('GET /api/auth/keys'))
  return (
    <SecretsSection
      title="API keys"
      text={
        <>
          With a key, other programs can use your account: chat clients, bots, your own scripts. See{' '}
          <a href="/api/docs" className="text-curtain underline underline-offset-4">
            what they can do
          </a>
          .
        </>
      }
      what="API keys"
      query={keys}
      items={keys.data?.map((key) => <KeyItem key={key.id} item={key} />)}
      secretTitle="Your new key"
      copyLabel="Copy the key"
      addLabel="Create an API key"
      onAdd={(onCreated) => apiKeyDialog.open({ onCreated })}
    />
  )
}

function KeyItem({ item }: { item: ApiKey }) {
  const { id, name, scope, prefix, expiresAt, lastUsedAt } = item
  const revoke = () =>
    confirmDialog.open({
      title: `Revoke “${name}”?`,
      text: 'Programs that use this key stop working at once. This cannot be undone.',
      action: 'Revoke',
      busyAction: 'Revoking…',
      isDangerous: true,
      onConfirm: async () => {
        await thenReload(call('DELETE /api/auth/keys/:id', { params: { id } }), 'GET /api/auth/keys')
        toast({ title: 'Key revoked', description: `“${name}” no longer works.` })
      },
    })
  const hasExpired = expiresAt !== null && expiresAt <= Date.now()
  const expiry = expiresAt && `${hasExpired ? 'expired' : 'expires'} on ${longDate(expiresAt)}`
  return (
    <SettingsItem
      icon={KeyRound}
      title={name}
      badge={hasExpired && <Badge variant="soft">Expired</Badge>}
      lines={[
        <>
          <code>{prefix}…</code> · {scopeTexts[scope]}
        </>,
        `${lastUsedAt === null ? 'Never used' : `Last used ${timeAgo(lastUsedAt)}`} · ${expiry ?? 'never expires'}`,
      ]}
    >
      <Button variant="quiet" onClick={revoke} aria-label={`Revoke ${name}`}>
        Revoke
      </Button>
    </SettingsItem>
  )
}
