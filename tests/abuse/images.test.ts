import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { imageLimits } from '#shared/images.ts'
import { image, pngDeclaringSize, withChunk } from '#tests/support/images.ts'
import { type AbuseServer, startAbuseServer } from './abuse-server.ts'
import { recordFigures } from './figures.ts'
import { probeCells } from './probe-client.ts'

let server: AbuseServer
let cookie: string

beforeAll(async () => {
  server = await startAbuseServer({ env: { RATE_LIMITS: 'off' } })
  cookie = await server.signUp('attacker')
  await upload(await image())
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
  const figures = await server.probe.expectUndisturbed(async () => {
    for (let count = 0; count < 20; count++) statuses.push(await upload(bytes))
  })
  const peak = server.peakMb()
  recordFigures('Images: 20 uploads, one after the other', {
    image: `${name} (${(bytes.length / 1000).toFixed(0)} kB)`,
    answer: [...new Set(statuses)].join(', '),
    'memory before': `${before.toFixed(0)} MB`,
    peak: `${peak.toFixed(0)} MB`,
    ...probeCells(figures),
  })
  expect(new Set(statuses)).toEqual(new Set([status]))
  expect(peak).toBeLessThan(400)
})

test('twenty attacks of all kinds at once take less than 150 MB', async () => {
  const whole = await image()
  const script = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  const head = Buffer.from('89504e470d0a1a0a', 'hex')
  const attacks = [
    pngDeclaringSize(60_000, 60_000, deflateSync(Buffer.alloc(2 ** 25))),
    wholePng(10_000, 10_000),
    withChunk(whole, 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), deflateSync(Buffer.alloc(2 ** 26))])),
    Buffer.concat([head, script]),
    script,
    Buffer.from('GIF89a and nothing else'),
    Buffer.concat([whole, script]),
  ]
  const before = server.memoryMb()
  server.resetPeak()
  const statuses: number[] = []
  const figures = await server.probe.expectUndisturbed(async () => {
    for (let round = 0; round < 10; round += 1) {
      const sent = Array.from({ length: 20 }, (_, index) => upload(attacks[index % attacks.length] ?? script))
      statuses.push(...(await Promise.all(sent)))
    }
  })
  const peak = server.peakMb()
  recordFigures('Images: attacks of seven kinds, 20 at once, 10 times', {
    answer: [...new Set(statuses)].sort().join(', '),
    'memory before': `${before.toFixed(0)} MB`,
    peak: `${peak.toFixed(0)} MB`,
    ...probeCells(figures),
  })
  // 201: an image with something behind it, which is stored without that. 503: more than four at once.
  expect([...new Set(statuses)].filter((status) => ![201, 400, 415, 503].includes(status))).toEqual([])
  expect(peak - before).toBeLessThan(150)
})
