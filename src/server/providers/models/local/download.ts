import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Dispatcher, EnvHttpProxyAgent } from 'undici'
import { codeOf } from '../http/upstream-error.ts'

export interface DownloadOptions {
  url: string
  /** The path of the complete file. An incomplete one has the extension `.part`. */
  file: string
  /** What is known of the file. Without a checksum, the one that the server states is used. */
  bytes?: number
  sha256?: string
  signal: AbortSignal
  onProgress: (receivedBytes: number, totalBytes: number | null) => void
  /** Milliseconds: without a byte for this long, a connection counts as broken; and between two attempts. */
  idle?: number
  pause?: number
}

/** Its message is for the operator. Received data is kept unless it is wrong: the next download continues there. */
export class DownloadError extends Error {
  override name = 'DownloadError'
}

/** The connection broke before the end. Another attempt continues the download. */
class ConnectionBrokenError extends Error {}

/** The most attempts in a row that receive nothing. */
const maxEmptyAttempts = 4
const maxRedirects = 5
/** Bytes that must stay free. */
const reserve = 200 * 1024 * 1024

interface Answer {
  status: number
  body: Dispatcher.ResponseData['body']
  /** The bytes of the whole file. */
  total: number | null
  sha256: string | null
}

/** Downloads a file, continuing an earlier download, and checks its size and checksum. */
export async function download(options: DownloadOptions): Promise<{ isVerified: boolean }> {
  const { file, signal, pause = 2_000 } = options
  await mkdir(path.dirname(file), { recursive: true })
  let stated: string | null = null
  for (let emptyAttempts = 0; ; ) {
    const before = await sizeOf(`${file}.part`)
    try {
      stated = (await receive(options, before)) ?? stated
      break
    } catch (error) {
      signal.throwIfAborted()
      const cause = toDownloadError(error, options)
      if (!(error instanceof ConnectionBrokenError) && !isNetworkError(error)) throw cause
      emptyAttempts = (await sizeOf(`${file}.part`)) > before ? 0 : emptyAttempts + 1
      if (emptyAttempts >= maxEmptyAttempts) throw cause
      await wait(pause, undefined, { signal })
    }
  }
  return { isVerified: await finish(options, options.sha256 ?? stated) }
}

/** Receives what is missing. Returns the checksum that the server states. */
async function receive(options: DownloadOptions, from: number): Promise<string | null> {
  if (options.bytes !== undefined && from === options.bytes) return null
  const answer = await request(options, from)
  // A body that is not read to its end reports that as an error.
  answer.body.on('error', () => {})
  try {
    // A server that does not know ranges sends the whole file again.
    await save(options, answer, answer.status === 206 ? from : 0)
    return answer.sha256
  } finally {
    answer.body.destroy()
  }
}

async function save(
  { file, signal, onProgress, bytes }: DownloadOptions,
  answer: Answer,
  start: number,
): Promise<void> {
  const total = answer.total ?? bytes ?? null
  if (bytes !== undefined && total !== bytes) {
    throw new DownloadError(`The server has another file than expected: ${total} bytes instead of ${bytes}.`)
  }
  if (total !== null) await assertSpace(path.dirname(file), total - start)
  const part = await open(`${file}.part`, start === 0 ? 'w' : 'a')
  let received = start
  try {
    for await (const chunk of answer.body) {
      signal.throwIfAborted()
      await part.write(chunk as Buffer)
      received += (chunk as Buffer).length
      onProgress(received, total)
    }
  } finally {
    await part.close()
  }
  if (total !== null && received < total) throw new ConnectionBrokenError(`${received} of ${total} bytes`)
}

let proxies: EnvHttpProxyAgent | null = null

/** Follows redirects by hand: the first answer states the checksum, and only https leads on from https. */
async function request({ url, signal, idle = 60_000 }: DownloadOptions, from: number): Promise<Answer> {
  const undici = await import('undici')
  let sha256: string | null = null
  for (let address = new URL(url), hops = 0; hops <= maxRedirects; hops += 1) {
    const headers = { 'accept-encoding': 'identity', ...(from > 0 ? { range: `bytes=${from}-` } : {}) }
    // HTTPS_PROXY and NO_PROXY.
    proxies ??= new undici.EnvHttpProxyAgent()
    const dispatcher = address.protocol === 'https:' ? { dispatcher: proxies } : {}
    const answer = await undici.request(address, {
      ...dispatcher,
      headers,
      signal,
      headersTimeout: idle,
      bodyTimeout: idle,
    })
    const { statusCode: status, body } = answer
    sha256 ??= checksumOf(answer.headers)
    const location = answer.headers.location
    if (status >= 300 && status < 400 && typeof location === 'string') {
      await body.dump()
      const next = new URL(location, address)
      if (address.protocol === 'https:' && next.protocol !== 'https:') throw refused(address, status)
      address = next
      continue
    }
    const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(String(answer.headers['content-range'] ?? ''))
    const length = Number(answer.headers['content-length'] ?? Number.NaN)
    if (status === 206 && Number(range?.[1]) === from) return { status, body, total: Number(range?.[2]), sha256 }
    if (status === 200) return { status, body, total: Number.isSafeInteger(length) ? length : null, sha256 }
    await body.dump()
    // The received part does not belong to the file on the server.
    if (from > 0 && (status === 416 || status === 206)) return request({ url, signal, idle } as DownloadOptions, 0)
    if (status >= 500 || status === 429) throw new ConnectionBrokenError(`HTTP ${status}`)
    throw refused(address, status)
  }
  throw new DownloadError('The server sends the download on from one address to the next without an end.')
}

/** Of Hugging Face's large files; elsewhere an ETag that is one. */
function checksumOf(headers: Record<string, string | string[] | undefined>): string | null {
  const stated = [headers['x-linked-etag'], headers.etag].map(
    (value) => /^"?([0-9a-f]{64})"?$/.exec(String(value))?.[1],
  )
  return stated.find((value) => value !== undefined) ?? null
}

/** Checks the checksum and gives the file its name. Returns whether there was a checksum. */
async function finish({ file, signal }: DownloadOptions, expected: string | null): Promise<boolean> {
  const part = `${file}.part`
  if (expected !== null) {
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(part, { highWaterMark: 1024 * 1024, signal }))
      hash.update(chunk as Buffer)
    if (hash.digest('hex') !== expected) {
      await rm(part, { force: true })
      throw new DownloadError('The file is damaged: its checksum is wrong. It was deleted. Download it again.')
    }
  }
  await rename(part, file)
  return expected !== null
}

async function assertSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize - reserve
  if (needed <= free) return
  const text = (bytes: number) => `${(Math.max(0, bytes) / 1e9).toFixed(1)} GB`
  throw new DownloadError(`The disk has too little space: ${text(needed)} are needed, ${text(free)} are free.`)
}

function refused({ host }: URL, status: number): DownloadError {
  if (status === 404 || status === 410) return new DownloadError(`${host} no longer has this file at its address.`)
  if (status === 401 || status === 403) return new DownloadError(`${host} does not give this file to everybody.`)
  return new DownloadError(`${host} refused the download (HTTP ${status}).`)
}

const isNetworkError = (error: unknown) =>
  /^(E(CONN|PIPE|HOST|NET|AI_AGAIN|NOTFOUND|TIMEDOUT)|UND_ERR)/.test(codeOf(error))

function toDownloadError(error: unknown, { url }: DownloadOptions): DownloadError {
  if (error instanceof DownloadError) return error
  const code = codeOf(error)
  const { host } = new URL(url)
  if (/^E(NOTFOUND|AI_AGAIN|NETUNREACH|HOSTUNREACH)$/.test(code)) {
    return new DownloadError(
      `${host} cannot be reached: this machine has no connection to the internet, or a proxy is needed. Connect it, or put a GGUF file that you have into the folder of models.`,
    )
  }
  if (code === 'ECONNREFUSED' || code === 'UND_ERR_CONNECT_TIMEOUT') {
    return new DownloadError(`${host} cannot be reached. Check the connection of this machine, then try again.`)
  }
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new DownloadError('The disk is full. Free some space, then go on with the download.')
  }
  if (error instanceof ConnectionBrokenError || isNetworkError(error)) {
    return new DownloadError(
      'The connection broke off several times. Start the download again: it goes on where it ended.',
    )
  }
  return new DownloadError(`The download failed: ${error instanceof Error ? error.message : String(error)}.`)
}

/** 0 for a file that does not exist. */
export const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
