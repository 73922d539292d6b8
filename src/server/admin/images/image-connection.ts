import type { Context } from '#server/core/context.ts'
import { fieldsOf } from '#server/core/fields-of.ts'
import { ApiError } from '#server/http/api-error.ts'
import { type Actor, appendAudit } from '#server/moderation/audit/append-audit.ts'
import { BuiltInIllustrator } from '#server/providers/images/built-in.ts'
import { imageServices } from '#server/providers/images/index.ts'
import type { ImageProvider } from '#server/providers/images/provider.ts'
import type { ModelError } from '#server/providers/models/provider.ts'
import { ImageConnection, type ImageConnectionRequest, type ImageConnectionResponse } from '#shared/images.ts'
import type { TestResult } from '#shared/models.ts'
import { describeFailure } from '../connections/describe-failure.ts'
import { assertUnchanged, encryptKey, findService, keyFacts, readKey } from '../connections/service-key.ts'
import { failed, tryService } from '../connections/try-service.ts'
import {
  deleteImageConnection,
  findImageConnection,
  type ImageConnectionRow,
  replaceImageConnection,
} from './queries.ts'

/** The owner of the key, for its encryption. */
const keyOwner = 'image connection'
const testTimeout = 180_000
const testPrompt = 'A red theatre curtain, ink drawing'

/** The connected generator. Read for each image, so that a change takes effect immediately on every instance. */
export async function selectImageProvider(context: Context): Promise<ImageProvider> {
  const row = await findImageConnection(context.db)
  if (!row) return new BuiltInIllustrator()
  const apiKey = row.encrypted_key === null ? null : context.secretBox.decrypt(row.encrypted_key, keyOwner)
  if (apiKey === null && row.encrypted_key !== null) {
    context.log.error('the key of the image service cannot be read; was SECRET_KEY changed?')
    throw new ApiError('config_error', {
      message: 'The image generator is not set up correctly. Please contact the people who run this site.',
    })
  }
  const { base_url: baseUrl, model, size } = row
  return findService(imageServices, row.service).create({ baseUrl, apiKey, model, size })
}

export async function readImageConnection(context: Context): Promise<ImageConnectionResponse> {
  const row = await findImageConnection(context.db)
  const services = imageServices.map(({ create: _, ...service }) => service)
  return { connection: row ? viewConnection(context, row) : null, services }
}

function viewConnection({ secretBox }: Context, row: ImageConnectionRow): ImageConnection {
  const hasKey = row.encrypted_key !== null
  const isKeyUnreadable = hasKey && secretBox.decrypt(row.encrypted_key ?? '', keyOwner) === null
  const serviceLabel = findService(imageServices, row.service).label
  return { ...fieldsOf(ImageConnection, row), serviceLabel, hasKey, isKeyUnreadable }
}

export async function saveImageConnection(
  context: Context,
  admin: Actor,
  request: ImageConnectionRequest,
): Promise<void> {
  const { service, baseUrl, model, size } = request
  findService(imageServices, service)
  await context.transact(async (trx) => {
    const current = await findImageConnection(trx)
    const updated_at = assertUnchanged(request.updatedAt, current?.updated_at ?? 0, context.clock.now())
    const encrypted_key = encryptKey(context, keyOwner, current, request)
    const row = { service, base_url: baseUrl, model, size, encrypted_key, updated_at }
    const isSaved = await replaceImageConnection(trx, row, current?.updated_at ?? null)
    if (!isSaved) throw new ApiError('connection_changed')
    const facts = { ...keyFacts(current, request), service, model }
    await appendAudit(context, trx, admin, [{ action: 'save_images', ...target, facts }])
  })
}

export async function removeImageConnection(context: Context, admin: Actor): Promise<void> {
  await context.transact(async (trx) => {
    const current = await findImageConnection(trx)
    if (!current) return
    await deleteImageConnection(trx)
    const facts = { before: new URL(current.base_url).origin, after: null }
    await appendAudit(context, trx, admin, [{ action: 'delete_images', ...target, facts }])
  })
}

/** The target of the audit entries, which never have a key. */
const target = { target_type: 'images', target_id: 'connection' } as const

/** Requests one image, and describes the result in plain words. */
export async function testImageConnection(
  context: Context,
  request: ImageConnectionRequest,
  check: (bytes: Uint8Array) => Promise<unknown>,
): Promise<TestResult> {
  const { baseUrl, model, size } = request
  const apiKey = readKey(context, keyOwner, await findImageConnection(context.db), request)
  const provider = findService(imageServices, request.service).create({ baseUrl, apiKey, model, size })
  const startedAt = context.clock.elapsed()
  const problem = await tryService(provider, {
    async run(signal) {
      const image = await provider.generate(testPrompt, { signal })
      if (image.kind === 'bytes') await check(image.bytes)
    },
    timeout: testTimeout,
    late: 'It did not draw a picture within three minutes.',
    explain: (error) => explain(error, request),
  }).catch((error: unknown) => {
    if (error instanceof ApiError) return failed(`It sent something that is no usable picture. ${error.message}`)
    throw error
  })
  const seconds = ((context.clock.elapsed() - startedAt) / 1_000).toFixed(1)
  return problem ?? { ok: true, message: `It works. A picture took ${seconds} seconds.`, detail: null }
}

function explain(error: ModelError, { service, baseUrl, model }: ImageConnectionRequest): string {
  const { host } = new URL(baseUrl)
  if (service === 'automatic1111' && error.reason === 'address') {
    return `${host} answers, but its API is off. Start the web UI with --api.`
  }
  if (error.reason === 'invalid_reply') {
    return `${host} answers, but without a picture. It must send pictures as base64: addresses of pictures are not fetched.`
  }
  return describeFailure(error, { baseUrl, model, words: { service: 'model service', model: 'that model' } })
}
