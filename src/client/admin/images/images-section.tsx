import { useQuery } from '@tanstack/react-query'
import { call } from '#client/lib/http.ts'
import { queryOf } from '#client/lib/query-client.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { ImageConnection, ImageConnectionRequest, ImageConnectionResponse } from '#shared/images.ts'
import { AdminSection } from '../admin-card.tsx'
import { ConnectionActions, ConnectionHead, ConnectionProblem, unreadableKeyText } from '../connection-card.tsx'

const imageDialog = lazyDialog(async () => (await import('./image-dialog.tsx')).ImageDialog)

export function ImagesSection() {
  const query = useQuery(queryOf('GET /api/admin/images'))
  return (
    <AdminSection title="Pictures" text="What draws the pictures of characters that Premium accounts describe.">
      {query.isPending && <CardSkeleton className="h-36" />}
      <LoadError isShort what="the image generator" query={query} />
      {query.data && (
        <Card className="p-5 sm:p-6">
          <Generator {...query.data} />
        </Card>
      )}
    </AdminSection>
  )
}

function Generator({ connection, services }: ImageConnectionResponse) {
  const edit = () => imageDialog.open({ services, connection })
  if (connection) return <Connected connection={connection} onEdit={edit} />
  return (
    <>
      <h3 className="text-xl">Built-in illustrator</h3>
      <p className="mt-1 text-pretty text-ink-soft">
        It draws ink portraits on this server, and costs nothing. With a service such as OpenAI, or a Stable Diffusion
        server of your own, pictures follow the whole description.
      </p>
      <Button variant="outline" className="mt-4 whitespace-normal" onClick={edit}>
        Connect an image service
      </Button>
    </>
  )
}

function Connected({ connection, onEdit }: { connection: ImageConnection; onEdit: () => void }) {
  const { serviceLabel, baseUrl, model, size, isKeyUnreadable } = connection
  return (
    <>
      <ConnectionHead
        as="h3"
        name={serviceLabel}
        badges={isKeyUnreadable && <Badge variant="danger">Key needed</Badge>}
        lines={[`${new URL(baseUrl).host} · ${model ?? 'its default model'} · ${size} × ${size}`]}
      />
      {isKeyUnreadable && <ConnectionProblem>{unreadableKeyText}</ConnectionProblem>}
      <ConnectionActions
        name="the image service"
        test={() => call('POST /api/admin/images/test', { body: connection as ImageConnectionRequest })}
        testing="Drawing…"
        onEdit={onEdit}
        remove={{
          title: 'Disconnect the image service?',
          text: 'The built-in illustrator draws from the next picture on. The key is deleted; pictures that were drawn stay.',
          action: 'Disconnect',
          onConfirm: () => call('DELETE /api/admin/images'),
        }}
      />
    </>
  )
}
