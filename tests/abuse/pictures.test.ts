import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageLimits } from '#shared/images.ts'
import { picture, pngDeclaringSize } from '#tests/support/pictures.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { bystanderCells } from './bystander.ts'
import { recordFigures } from './figures.ts'

let server: AbuseServer
let cookie: string

beforeAll(async () => {
  server = await startAbuseServer({ env: { RATE_LIMITS: 'off' } })
  cookie = await server.signUp('attacker')
  await upload(await picture())
})
afterAll(() => server.close())

async function upload(bytes: Buffer): Promise<number> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'face.png')
  const response = await fetch(`${server.url}/api/images`, { method: 'POST', body: form, headers: { cookie } })
  await response.arrayBuffer()
  return response.status
}

/** A PNG with all its rows, black and transparent. */
function wholePng(width: number, height: number): Buffer {
  return pngDeclaringSize(width, height, deflateSync(Buffer.alloc((1 + 4 * width) * height)))
}

const { side, pixels } = imageLimits
test.each([
  { name: '5,000,000 × 5', make: () => wholePng(5_000_000, 5), status: 400 },
  { name: '25,000,000 × 1', make: () => wholePng(25_000_000, 1), status: 400 },
  { name: '16,384 × 1,525', make: () => wholePng(side, Math.floor(pixels / side)), status: 201 },
  { name: '1,525 × 16,384', make: () => wholePng(Math.floor(pixels / side), side), status: 201 },
])('twenty PNGs of $name take less than 400 MB', async ({ name, make, status }) => {
  const bytes = make()
  const before = server.memoryMb()
  server.resetPeak()
  const statuses: number[] = []
  const figures = await server.bystander.expectUndisturbed(async () => {
    for (let count = 0; count < 20; count++) statuses.push(await upload(bytes))
  })
  const peak = server.peakMb()
  recordFigures('Pictures: 20 uploads, one after the other', {
    picture: `${name} (${(bytes.length / 1000).toFixed(0)} kB)`,
    answer: [...new Set(statuses)].join(', '),
    'memory before': `${before.toFixed(0)} MB`,
    peak: `${peak.toFixed(0)} MB`,
    ...bystanderCells(figures),
  })
  expect(new Set(statuses)).toEqual(new Set([status]))
  expect(peak).toBeLessThan(400)
})
