import { z } from 'zod'
import type { S3Settings } from './s3.ts'

const text = z.preprocess((value) => (value === '' ? undefined : value), z.string().trim().optional())

/** The environment variables of the storage of images. */
export const storageVariables = {
  PICTURE_STORAGE: z.preprocess(
    (value) => value || 'folder',
    z.enum(['folder', 's3'], { error: 'must be one of folder, s3' }),
  ),
  S3_ENDPOINT: text.refine(
    (value) => value === undefined || /^https?:\/\/[^/?#@]+\/?$/.test(value),
    'must be an address without a path that starts with https:// or http://',
  ),
  S3_BUCKET: text.refine(
    (value) => value === undefined || /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(value),
    'must be the name of a bucket: 3 to 63 lowercase letters, digits, dots and hyphens',
  ),
  S3_REGION: z.preprocess((value) => value || 'us-east-1', z.string().trim()),
  S3_ACCESS_KEY_ID: text,
  S3_SECRET_ACCESS_KEY: text,
  S3_PREFIX: text.refine(
    (value) => value === undefined || /^[A-Za-z0-9_-][A-Za-z0-9/_-]*$/.test(value),
    'must have letters, digits, hyphens, underscores and slashes only, and not begin with a slash',
  ),
}

interface Raw {
  PICTURE_STORAGE: 'folder' | 's3'
  S3_ENDPOINT?: string
  S3_BUCKET?: string
  S3_REGION: string
  S3_ACCESS_KEY_ID?: string
  S3_SECRET_ACCESS_KEY?: string
  S3_PREFIX?: string
}

const together = ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

/** Null when no bucket is set. Throws when the variables do not fit together. */
export function readS3Settings(raw: Raw): S3Settings | null {
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
