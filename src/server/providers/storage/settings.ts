import { z } from 'zod'
import type { S3Settings } from './s3.ts'

const text = z.string().trim()

/** The environment variables of the storage of images. */
export const storageVariables = {
  PICTURE_STORAGE: z.enum(['folder', 's3'], { error: 'must be one of folder, s3' }).default('folder'),
  S3_ENDPOINT: text
    .regex(/^https?:\/\/[^/?#@]+\/?$/, 'must be an address without a path that starts with https:// or http://')
    .optional(),
  S3_BUCKET: text
    .regex(
      /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
      'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
    )
    .optional(),
  S3_REGION: text.default('us-east-1'),
  S3_ACCESS_KEY_ID: text.optional(),
  S3_SECRET_ACCESS_KEY: text.optional(),
  S3_PREFIX: text
    .regex(
      /^[A-Za-z0-9_-][A-Za-z0-9/_-]*$/,
      'must have letters, digits, hyphens, underscores and slashes only, and not begin with a slash',
    )
    .optional(),
}

const together = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Null when no bucket is set. Throws when the variables do not fit together. */
export function readS3Settings(raw: z.output<z.ZodObject<typeof storageVariables>>): S3Settings | null {
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = raw
  const missing = together.filter((name) => raw[name] === undefined)
  if (bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) {
    const isStarted = missing.length < together.length || raw.S3_ENDPOINT !== undefined
    if (raw.PICTURE_STORAGE === 'folder' && !isStarted) return null
    throw new Error(`${missing.join(' and ')} must be set too: ${together.join(', ')} belong together.`)
  }
  const region = raw.S3_REGION
  const endpoint = raw.S3_ENDPOINT?.replace(/\/$/, '') ?? `https://s3.${region}.amazonaws.com`
  const prefix = raw.S3_PREFIX === undefined ? '' : `${raw.S3_PREFIX.replace(/\/+$/, '')}/`
  return { endpoint, bucket, region, accessKeyId, secretAccessKey, prefix }
}
