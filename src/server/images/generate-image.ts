import type { Context } from '#server/core/context.ts'
import type { Viewer } from '#server/core/viewer.ts'
import { ApiError } from '#server/http/api-error.ts'
import { parsePortraitName } from '#server/providers/images/portrait-name.ts'
import type { GeneratedImage, GenerateOptions, ImageProvider } from '#server/providers/images/provider.ts'
import { ModelError } from '#server/providers/models/provider.ts'
import { screenText } from '#server/screening/screen-text.ts'
import { entitlements } from '#shared/entitlements.ts'
import type { ImageResponse } from '#shared/images.ts'
import { generationLimits, type ImageDeps } from './image-deps.ts'
import { saveGenerated } from './queries.ts'
import { assertBelowImageLimit, saveImage } from './save-image.ts'

/** Milliseconds. */
const generationTimeout = 180_000

/**
 * Throws unless the account has Premium and, for an external service, the adult confirmation: nobody reviews its
 * images before the author sees them. The built-in portraits suit everyone.
 */
export function assertCanGenerateImages(context: Context, provider: ImageProvider, user: Viewer): void {
  assertHasImages(user)
  if (provider.builtIn) return
  if (context.env.ageAssurance !== 'none' && user.adult_confirmed_at === null) {
    throw new ApiError('adult_confirmation_required')
  }
}

export function assertHasImages(user: Viewer): void {
  if (entitlements[user.account_type].imageGeneration) return
  throw new ApiError('premium_required', { message: 'Generating images needs a Premium account.' })
}

export interface Generation {
  provider: ImageProvider
  author: Viewer
  prompt: string
}

/** Checks the prompt by the safety policy, and that the account may store the image. */
export async function assertCanStart(context: Context, { provider, author, prompt }: Generation): Promise<void> {
  screenText(context, { surface: 'image', text: prompt, author, field: 'prompt' })
  // The built-in provider stores nothing: its portraits are drawn from their name on request.
  if (!provider.builtIn) await assertBelowImageLimit(context, author)
}

/** Generates an image from the prompt, and adds it to the author's gallery. */
export async function generateImage(
  context: Context,
  images: ImageDeps,
  generation: Generation,
  options: GenerateOptions,
): Promise<ImageResponse> {
  const { author, prompt } = generation
  const image = await drawImage(context, images, generation, options)
  const now = context.clock.now()
  const row = { id: context.ids.uuid(), owner_id: author.id, url: image.url, prompt, created_at: now }
  await context.transact((trx) => saveGenerated(trx, row))
  return image
}

async function toImage(context: Context, images: ImageDeps, author: Viewer, image: GeneratedImage) {
  if (image.kind === 'portrait') {
    return { url: `/portraits/${image.name}.svg`, drawnFrom: [...(parsePortraitName(image.name) ?? [])] }
  }
  try {
    return { url: await saveImage(context, images, author, image.bytes) }
  } catch (error) {
    // The service sent no usable image. The messages for uploads would blame the author.
    const isUnusable = error instanceof ApiError && ['validation_failed', 'unsupported_media_type'].includes(error.code)
    if (isUnusable) throw unanswered(error)
    throw error
  }
}

async function drawImage(
  context: Context,
  images: ImageDeps,
  generation: Generation,
  options: GenerateOptions,
): Promise<ImageResponse> {
  const { generations } = images
  const { provider, author, prompt } = generation
  if (provider.builtIn) return toImage(context, images, author, await provider.generate(prompt, options))
  if (generations.activeCount + generations.pendingCount >= generationLimits.all) {
    const message = 'Too many pictures are being drawn at the moment. Please try again in a minute.'
    throw new ApiError('unavailable', { message, retryAfter: 60 })
  }
  const timeout = AbortSignal.timeout(generationTimeout)
  return generations(async () => {
    const image = await requestImage(context, generation, { ...options, timeout })
    return toImage(context, images, author, image)
  })
}

async function requestImage(
  context: Context,
  { provider, prompt }: Generation,
  { timeout, ...options }: GenerateOptions & { timeout: AbortSignal },
): Promise<GeneratedImage> {
  try {
    return await provider.generate(prompt, { ...options, signal: AbortSignal.any([options.signal, timeout]) })
  } catch (error) {
    if (options.signal.aborted || (!(error instanceof ModelError) && !timeout.aborted)) throw error
    context.log.warn({ err: error }, 'image generation failed')
    if (error instanceof ModelError && error.reason === 'refused') {
      throw unanswered(
        error,
        'The image generator refused this description. Please describe the character in other words.',
      )
    }
    throw unanswered(error, undefined, timeout.aborted ? 504 : 502)
  }
}

function unanswered(
  cause: unknown,
  message = 'The image generator did not answer properly. Please try again in a moment.',
  status = 502,
): ApiError {
  return new ApiError('server_error', { status, message, cause })
}
