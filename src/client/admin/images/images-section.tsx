import { useSingleMutation } from '#client/lib/use-single-mutation.ts'
import { Badge } from '#client/ui/badge.tsx'
import { Button } from '#client/ui/button.tsx'
import { Card } from '#client/ui/card.tsx'
import { confirmDialog } from '#client/ui/confirm.ts'
import { lazyDialog } from '#client/ui/dialogs.tsx'
import { LoadError } from '#client/ui/load-error.tsx'
import { CardSkeleton } from '#client/ui/skeleton.tsx'
import type { ImageConnection, ImageConnectionResponse } from '#shared/images.ts'
import { ConnectionProblem, TestNotice, unreadableKeyText } from '../test-notice.tsx'
import { disconnectImages, testImages, useApplyImages, useImageConnection } from './api.ts'
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
  const apply = useApplyImages()
  const test = useSingleMutation({ mutationFn: testImages })
  const disconnect = () =>
    confirmDialog.open({
      title: 'Disconnect the image service?',
      text: 'The built-in illustrator draws from the next picture on. The key is deleted; pictures that were drawn stay.',
      action: 'Disconnect',
      isDangerous: true,
      onConfirm: () => disconnectImages().then(apply),
    })
  const runTest = () => {
    const { data: request } = ImageFields.safeParse(toValues(connection))
    if (!test.isPending && request) test.mutate(request)
  }
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h3 className="text-xl [overflow-wrap:anywhere]">{serviceLabel}</h3>
        {isKeyUnreadable && <Badge variant="danger">Key needed</Badge>}
      </div>
      <p className="mt-1 text-ink-soft text-sm [overflow-wrap:anywhere]">
        {new URL(baseUrl).host} · {model ?? 'its default model'} · {size} × {size}
      </p>
      {isKeyUnreadable && <ConnectionProblem>{unreadableKeyText}</ConnectionProblem>}
      <TestNotice test={test} className="mt-4" />
      <div className="mt-4 flex flex-wrap gap-2.5">
        <Button variant="outline" aria-label="Test the image service" aria-disabled={test.isPending} onClick={runTest}>
          {test.isPending ? 'Drawing…' : 'Test'}
        </Button>
        <Button variant="outline" aria-label="Edit the image service" onClick={onEdit}>
          Edit
        </Button>
        <Button variant="quiet" onClick={disconnect}>
          Disconnect
        </Button>
      </div>
    </>
  )
}
