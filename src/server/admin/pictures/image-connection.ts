import type { Context } from '#server/core/context.ts'
import type { SecretBox } from '#server/core/secret-box.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { BuiltInIllustrator } from '#server/providers/images/built-in.ts'
import { type ImageService, imageServices } from '#server/providers/images/index.ts'
import { ImageError, type ImageProvider } from '#server/providers/images/provider.ts'
import type { ImageConnection, ImageConnectionRequest, ImageConnectionResponse } from '#shared/images.ts'
import type { TestResult } from '#shared/models.ts'
import { describeFailure, serviceMessage } from '../models/describe-failure.ts'
import {
  deleteImageConnection,
  findImageConnection,
  type ImageConnectionRow,
  replaceImageConnection,
} from './queries.ts'

export interface ImageConnectionDeps {
  context: Context
  secretBox: SecretBox
}

/** The owner of the key, for its encryption. */
const keyOwner = 'image connection'
const testTimeout = 180_000
const testPrompt = 'A red theatre curtain, ink drawing'

/** The generator that draws now. It is read for each picture, so that a change holds at once on every instance. */
export async function selectImageProvider({ context, secretBox }: ImageConnectionDeps): Promise<ImageProvider> {
  const row = await findImageConnection(context.db)
  if (row === null) return new BuiltInIllustrator()
  const apiKey = row.encrypted_key === null ? null : secretBox.decrypt(row.encrypted_key, keyOwner)
  if (apiKey === null && row.encrypted_key !== null) {
    context.log.error('the key of the image service cannot be read; was SECRET_KEY changed?')
    throw new ApiError('config_error', {
      message: 'The image generator is not set up correctly. Please contact the people who run this site.',
    })
  }
  const { base_url: baseUrl, model, size } = row
  return serviceOf(row.service).create({ baseUrl, apiKey, model, size })
}

export async function readImageConnection({
  context,
  secretBox,
}: ImageConnectionDeps): Promise<ImageConnectionResponse> {
  const row = await findImageConnection(context.db)
  const services = imageServices.map(({ create: _, ...service }) => service)
  return { connection: row && viewConnection(row, secretBox), services }
}

function viewConnection(row: ImageConnectionRow, secretBox: SecretBox): ImageConnection {
  const { service, base_url: baseUrl, model, size, encrypted_key } = row
  const hasKey = encrypted_key !== null
  const isKeyUnreadable = hasKey && secretBox.decrypt(encrypted_key, keyOwner) === null
  return { service, serviceLabel: serviceOf(service).label, baseUrl, model, size, hasKey, isKeyUnreadable }
}

export async function saveImageConnection(
  { context, secretBox }: ImageConnectionDeps,
  viewer: Viewer,
  request: ImageConnectionRequest,
): Promise<void> {
  const { service, baseUrl, model, size, apiKey } = request
  serviceOf(service)
  await context.transact(async (trx) => {
    const current = await findImageConnection(trx)
    if (apiKey === undefined) assertSameServer(current, request)
    const stored = current?.encrypted_key ?? null
    const encrypted_key = apiKey === undefined ? stored : apiKey === null ? null : secretBox.encrypt(apiKey, keyOwner)
    const updated_at = context.clock.now()
    await replaceImageConnection(trx, { service, base_url: baseUrl, model, size, encrypted_key, updated_at })
  })
  context.log.info({ by: viewer.id }, 'the image service was connected or changed')
}

export async function removeImageConnection({ context }: ImageConnectionDeps, viewer: Viewer): Promise<void> {
  await deleteImageConnection(context.db)
  context.log.info({ by: viewer.id }, 'the image service was disconnected')
}

/** Asks for one picture, and says in plain words how it went. */
export async function testImageConnection(
  { context, secretBox }: ImageConnectionDeps,
  request: ImageConnectionRequest,
  check: (bytes: Uint8Array) => Promise<unknown>,
): Promise<TestResult> {
  const { baseUrl, model, size } = request
  const provider = serviceOf(request.service).create({
    baseUrl,
    apiKey: await readKey(context, secretBox, request),
    model,
    size,
  })
  const signal = AbortSignal.timeout(testTimeout)
  const startedAt = context.clock.elapsed()
  try {
    const picture = await provider.generate(testPrompt, { signal })
    if (picture.kind === 'bytes') await check(picture.bytes)
    const seconds = ((context.clock.elapsed() - startedAt) / 1_000).toFixed(1)
    return { ok: true, message: `It works. A picture took ${seconds} seconds.`, detail: null }
  } catch (error) {
    if (signal.aborted) return failed('It did not draw a picture within three minutes.')
    if (error instanceof ApiError) return failed(`It sent something that is no usable picture. ${error.message}`)
    if (!(error instanceof ImageError)) throw error
    return { ...failed(explain(error, request)), detail: serviceMessage(error.cause) }
  } finally {
    await provider.close()
  }
}

const failed = (message: string): TestResult => ({ ok: false, message, detail: null })

function explain({ cause }: ImageError, { service, baseUrl, model }: ImageConnectionRequest): string {
  const { host } = new URL(baseUrl)
  if (service === 'automatic1111' && cause.reason === 'address') {
    return `${host} answers, but its API is off. Start the web UI with --api.`
  }
  if (cause.reason === 'invalid_reply') {
    return `${host} answers, but without a picture. It must send pictures as base64: addresses of pictures are not fetched.`
  }
  return describeFailure(cause, { baseUrl, model }).replace('a chat model', 'that model')
}

async function readKey({ db }: Context, secretBox: SecretBox, request: ImageConnectionRequest): Promise<string | null> {
  if (request.apiKey !== undefined) return request.apiKey
  const row = await findImageConnection(db)
  assertSameServer(row, request)
  return row?.encrypted_key ? secretBox.decrypt(row.encrypted_key, keyOwner) : null
}

/** A stored key is sent only to the server it was entered for: an admin who cannot read it could have it sent to their own. */
function assertSameServer(row: ImageConnectionRow | null, { baseUrl }: ImageConnectionRequest): void {
  if (!row?.encrypted_key || new URL(row.base_url).origin === new URL(baseUrl).origin) return
  const message = 'The address leads to another server now. Enter the key again.'
  throw new ApiError('validation_failed', { message, details: { fields: { apiKey: message } } })
}

function serviceOf(id: string): ImageService {
  const service = imageServices.find((entry) => entry.id === id)
  if (service) return service
  const message = 'Choose a service of the list.'
  throw new ApiError('validation_failed', { message, details: { fields: { service: message } } })
}
