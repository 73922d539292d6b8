import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { download } from './download.ts'

const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => (index * 7) % 251))
const sha256 = createHash('sha256').update(content).digest('hex')

type Handler = (request: IncomingMessage, response: ServerResponse) => void
let handle: Handler
let requests: { url: string; range: string | undefined }[] = []
const server = createServer((request, response) => {
  requests.push({ url: request.url ?? '', range: request.headers.range })
  handle(request, response)
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/model.gguf`
const folder = mkdtempSync(path.join(tmpdir(), 'troupe-download-'))
const file = path.join(folder, 'models', 'model.gguf')
afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  rmSync(path.dirname(file), { recursive: true, force: true })
  requests = []
  handle = serve()
})

/** Sends the file, or the part that is asked for; breaks off after `limit` bytes. */
const serve =
  ({ limit = Number.POSITIVE_INFINITY, body = content, ranges = true } = {}): Handler =>
  (request, response) => {
    const start = ranges ? Number(/^bytes=(\d+)-$/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0
    if (start >= body.length) return void response.writeHead(416).end()
    const rest = body.subarray(start)
    const range = start > 0 ? { 'content-range': `bytes ${start}-${body.length - 1}/${body.length}` } : {}
    response.writeHead(start > 0 ? 206 : 200, { 'content-length': rest.length, ...range })
    if (rest.length <= limit) return void response.end(rest)
    response.write(rest.subarray(0, limit), () => response.socket?.end())
  }

const known = { bytes: content.length, sha256 }
const fetchFile = (options: Partial<Parameters<typeof download>[0]> = {}) =>
  download({ url, file, signal: AbortSignal.timeout(120_000), onProgress: () => {}, pause: 1, ...options })
const expectWhole = () => {
  expect(readFileSync(file).equals(content)).toBe(true)
  expect(existsSync(`${file}.part`)).toBe(false)
}

describe('a download', () => {
  it('reports its progress, and renames the file at the end', async () => {
    const progress: [number, number | null][] = []
    await fetchFile({ ...known, onProgress: (...step) => progress.push(step) })
    expectWhole()
    expect(progress.at(-1)).toEqual([content.length, content.length])
    expect(progress.map(([received]) => received)).toEqual(
      progress.map(([received]) => received).toSorted((a, b) => a - b),
    )
  })

  it('resumes where the connection ended, several times', async () => {
    handle = serve({ limit: 700_000 })
    await fetchFile(known)
    expectWhole()
    expect(requests.length).toBeGreaterThanOrEqual(5)
    expect(requests.slice(1).every(({ range }) => /^bytes=[1-9]\d*-$/.test(range ?? ''))).toBe(true)
  })

  it('resumes after it was cancelled, and after the server was stopped', async () => {
    const controller = new AbortController()
    const onProgress = (received: number) => received > 1_000_000 && controller.abort()
    await expect(fetchFile({ ...known, signal: controller.signal, onProgress })).rejects.toThrow(/abort/)
    requests = []
    await fetchFile(known)
    expectWhole()
    expect(requests.map(({ range }) => range)).toEqual([expect.stringMatching(/^bytes=[1-9]\d*-$/)])
  })

  it('begins again when the server ignores ranges, or has a shorter file', async () => {
    for (const ranges of [false, true]) {
      rmSync(file, { force: true })
      handle = serve({ ranges })
      mkdirSync(path.dirname(file), { recursive: true })
      writeFileSync(`${file}.part`, Buffer.alloc(ranges ? 4_000_000 : 100_000))
      await fetchFile(known)
      expectWhole()
    }
  })

  it('follows redirects, and downloads a file of which nothing is known', async () => {
    handle = (request, response) => {
      if (request.url === '/model.gguf') response.writeHead(302, { location: '/elsewhere' }).end()
      else serve()(request, response)
    }
    await fetchFile()
    expectWhole()
  })

  it('deletes a file with a wrong checksum', async () => {
    const other = Buffer.from(content)
    other[1_000] = 1
    handle = serve({ body: other })
    await expect(fetchFile(known)).rejects.toThrow(/damaged: its checksum is wrong/)
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false])
  })

  it.each([
    [404, /no longer has this file/],
    [503, /refused the download \(HTTP 503\)/],
    [416, /refused the download \(HTTP 416\)/],
  ])('says what an answer of %i means, and does not ask again', async (status, message) => {
    handle = (_, response) => response.writeHead(status).end()
    await expect(fetchFile(known)).rejects.toThrow(message)
    expect(requests).toHaveLength(1)
  })

  it('gives up on a server that disconnects without sending anything, and keeps the partial file', async () => {
    handle = (request, response) => {
      if (requests.length === 1) serve({ limit: 700_000 })(request, response)
      else response.destroy()
    }
    await expect(fetchFile(known)).rejects.toThrow(/broke off.*goes on where it ended/)
    expect(readFileSync(`${file}.part`).length).toBeGreaterThan(0)
    handle = serve()
    await fetchFile(known)
    expectWhole()
  })

  it('refuses a file for which the disk has no space', async () => {
    handle = (_, response) => response.writeHead(200, { 'content-length': 2 ** 52 }).flushHeaders()
    await expect(fetchFile()).rejects.toThrow(/The disk has too little space: \d+\.\d GB are needed/)
  })

  it('reports that there is no network', async () => {
    const nowhere = { ...known, url: 'http://host.invalid/model.gguf' }
    await expect(fetchFile(nowhere)).rejects.toThrow(/host\.invalid cannot be reached/)
  })
})
