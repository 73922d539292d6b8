import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { Answer, Client } from './test-app.ts'

/** A picture of some colour, in one of the kinds that may come in. */
export function picture(kind: 'png' | 'jpeg' | 'webp' = 'png', width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a3402f' } })
    .toFormat(kind)
    .toBuffer()
}

export async function upload(
  client: Client,
  bytes: Uint8Array,
  { field = 'file', name = 'face.png', type = 'image/png' } = {},
): Promise<Answer<{ url: string; code?: string; error?: string }>> {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await client.raw('/api/images', { method: 'POST', body: form })
  return { status: response.status, headers: response.headers, body: (await response.json()) as { url: string } }
}

/** A PNG whose header promises any size: what is behind it may be next to nothing. */
export function pngClaiming(width: number, height: number, data = deflateSync(Buffer.alloc(1024))): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 6, 0, 0, 0], 8)
  return Buffer.concat([pngSignature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG with another chunk before its end: where texts, profiles and stowaways live. */
export function withChunk(png: Buffer, type: string, data: Buffer): Buffer {
  const end = png.length - 12
  return Buffer.concat([png.subarray(0, end), chunk(type, data), png.subarray(end)])
}

const pngSignature = Buffer.from('89504e470d0a1a0a', 'hex')

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const check = Buffer.alloc(4)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}
