import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import type { ApiResponse, Client } from './test-app.ts'

/** A single-coloured image in one of the accepted formats. */
export function image(format: 'png' | 'jpeg' | 'webp' = 'png', width = 300, height = 200): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#a3402f' } })
    .toFormat(format)
    .toBuffer()
}

export async function upload(
  client: Client,
  bytes: Uint8Array,
  { field = 'file', name = 'face.png', type = 'image/png' } = {},
): Promise<ApiResponse<{ url: string; code?: string; error?: string }>> {
  const form = new FormData()
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name)
  const response = await client.raw('/api/images', { method: 'POST', body: form })
  return { status: response.status, headers: response.headers, body: (await response.json()) as { url: string } }
}

/** A PNG whose header declares any size, whatever data follows. */
export function pngDeclaringSize(
  width: number,
  height: number,
  data = deflateSync(Buffer.alloc(1024)),
  bitsPerColour = 8,
): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([bitsPerColour, 6, 0, 0, 0], 8)
  return Buffer.concat([pngSignature, chunk('IHDR', head), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))])
}

/** A PNG with an additional chunk before its end chunk, such as text or a colour profile. */
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
