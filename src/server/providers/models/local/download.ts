import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, rename, rm, stat, statfs } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { codeOf } from '../http/upstream-error.ts'

export interface DownloadOptions {
  url: string
  /** The path of the complete file. An incomplete one has the extension `.part`. */
  file: string
  /** What is known of the file. */
  bytes?: number
  sha256?: string
  signal: AbortSignal
  onProgress: (receivedBytes: number, totalBytes: number | null) => void
  /** Milliseconds between two attempts. */
  pause?: number
}

/** Its message is for the operator. Received data is kept unless it is wrong: the next download continues there. */
export class DownloadError extends Error {
  override name = 'DownloadError'
}

/** Downloads a file, continuing an earlier download, and checks its checksum if that is known. */
export async function download(options: DownloadOptions): Promise<void> {
  const { url, file, signal, sha256, pause = 2_000 } = options
  const part = `${file}.part`
  await mkdir(path.dirname(file), { recursive: true })
  for (let isComplete = false; !isComplete; ) {
    const before = await sizeOf(part)
    try {
      await receive(options, before)
      isComplete = true
    } catch (error) {
      signal.throwIfAborted()
      // fetch reports a broken connection as a TypeError. An attempt that received something is followed by another one.
      if (!(error instanceof TypeError) || (await sizeOf(part)) <= before) throw toDownloadError(error, url)
      await wait(pause, undefined, { signal })
    }
  }
  if (sha256 !== undefined && (await hashOf(part, signal)) !== sha256) {
    await rm(part)
    throw new DownloadError('The file is damaged: its checksum is wrong. It was deleted. Download it again.')
  }
  await rename(part, file)
}

/** Receives what is missing after the first bytes of the file. */
async function receive(options: DownloadOptions, from: number): Promise<void> {
  const { url, file, bytes, signal, onProgress } = options
  if (from === bytes) return
  const { fetch, EnvHttpProxyAgent } = await import('undici')
  // HTTPS_PROXY and NO_PROXY. A connection without a byte for a minute counts as broken.
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: '', bodyTimeout: 60_000 })
  try {
    const headers = { 'accept-encoding': 'identity', ...(from > 0 && { range: `bytes=${from}-` }) }
    const response = await fetch(url, { dispatcher, headers, signal })
    const { status, body } = response
    // The server's file is shorter than what was received: that belongs to another file.
    if (status === 416 && from > 0) return await receive(options, 0)
    if (status === 404 || status === 410)
      throw new DownloadError(`${hostOf(url)} no longer has this file at its address.`)
    if (!response.ok || body === null) {
      throw new DownloadError(`${hostOf(url)} refused the download (HTTP ${status}).`)
    }
    // A server that does not know ranges sends the whole file again.
    let received = status === 206 ? from : 0
    const length = response.headers.get('content-length')
    const total = length === null ? (bytes ?? null) : received + Number(length)
    await assertSpace(path.dirname(file), (total ?? 0) - received)
    const part = await open(`${file}.part`, received === 0 ? 'w' : 'a')
    try {
      for await (const chunk of body) {
        await part.write(chunk)
        received += chunk.length
        onProgress(received, total)
      }
    } finally {
      await part.close()
    }
  } finally {
    await dispatcher.destroy()
  }
}

async function hashOf(file: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: 1024 * 1024, signal })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function assertSpace(folder: string, needed: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  const free = bavail * bsize
  if (needed <= free) return
  const text = (bytes: number) => `${(bytes / 1e9).toFixed(1)} GB`
  throw new DownloadError(`The disk has too little space: ${text(needed)} are needed, ${text(free)} are free.`)
}

function toDownloadError(error: unknown, url: string): unknown {
  if (error instanceof TypeError) {
    const message = `${hostOf(url)} cannot be reached, or broke off. Check the connection of this machine and whether it needs a proxy, then start the download again: it goes on where it ended.`
    return new DownloadError(message, { cause: error.cause })
  }
  if (codeOf(error) !== 'ENOSPC') return error
  return new DownloadError('The disk is full. Free some space, then go on with the download.')
}

const hostOf = (url: string) => new URL(url).host

/** 0 for a file that does not exist. */
export const sizeOf = (file: string) =>
  stat(file).then(
    ({ size }) => size,
    () => 0,
  )
