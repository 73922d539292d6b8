import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { ImageConnection, ImageConnectionResponse } from '#shared/images.ts'
import { ConnectionActions, ConnectionHead, ConnectionProblem, unreadableKeyText } from '../connection-card.tsx'
import { disconnectImages, testImages, useImageConnection, useRefreshImages } from './api.ts'
import { ImageFields, toValues } from './image-values.ts'

const imageDialog = lazyDialog(async () => (await import('./image-dialog.tsx')).ImageDialog)

export function ImagesSection() {
  const query = useImageConnection()
  return (
    <section aria-labelledby="pictures" className="mt-12">
      <h2 id="pictures" className="text-2xl">
        Pictures
      </h2>
      <p className="mt-1.5 mb-5 text-pretty text-ink-soft">
        What draws the pictures of characters that Premium accounts describe.
      </p>
      {query.isPending && <CardSkeleton className="h-36" />}
      <LoadError isShort what="the image generator" query={query} />
      {query.data && <Generator data={query.data} />}
    </section>
  )
}

function Generator({ data: { connection, services } }: { data: ImageConnectionResponse }) {
  const edit = () => imageDialog.open({ services, connection })
  return (
    <Card className="p-5 sm:p-6">
      {connection ? <Connected connection={connection} onEdit={edit} /> : <BuiltIn />}
      {!connection && (
        <Button variant="outline" className="mt-4 whitespace-normal" onClick={edit}>
          Connect an image service
        </Button>
      )}
    </Card>
  )
}

function BuiltIn() {
  return (
    <>
      <h3 className="text-xl">Built-in illustrator</h3>
      <p className="mt-1 text-pretty text-ink-soft">
        It draws ink portraits on this server, and costs nothing. With a service such as OpenAI, or a Stable Diffusion
        server of your own, pictures follow the whole description.
      </p>
    </>
  )
}

function Connected({ connection, onEdit }: { connection: ImageConnection; onEdit: () => void }) {
  const { serviceLabel, baseUrl, model, size, isKeyUnreadable } = connection
  const refresh = useRefreshImages()
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
        test={() => testImages(ImageFields.parse(toValues(connection)))}
        testing="Drawing…"
        onEdit={onEdit}
        remove={{
          title: 'Disconnect the image service?',
          text: 'The built-in illustrator draws from the next picture on. The key is deleted; pictures that were drawn stay.',
          action: 'Disconnect',
          onConfirm: () => disconnectImages().then(refresh),
        }}
      />
    </>
  )
}
