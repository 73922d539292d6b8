import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { assertFileName, type FileStorage, isFileName, StorageError, type StoredFile } from './provider.ts'

export interface S3Settings {
  /** `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Put before each name: empty, or ends with `/`. */
  prefix: string
}

/** Milliseconds. An image has at most some 100 kB. */
const timeouts = { request: 20_000, check: 3_000 }

interface Options {
  query?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
  attempts?: number
  timeout?: number
}

interface Answer {
  status: number
  body: Buffer
}

/** Stores files in a bucket of an S3-compatible service, addressed by path: `<endpoint>/<bucket>/<prefix><name>`. */
export class S3Storage implements FileStorage {
  readonly id = 's3'
  readonly #settings: S3Settings
  readonly #client: AwsClient

  constructor(settings: S3Settings) {
    const { accessKeyId, secretAccessKey, region } = settings
    this.#settings = settings
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3' })
  }

  async put(name: string, bytes: Uint8Array): Promise<void> {
    assertFileName(name)
    this.#assertStatus(await this.#send('PUT', name, { body: new Uint8Array(bytes) }), 200)
  }

  /** Reads the whole file, so that what breaks off is read again and a slow client holds no connection to the service. */
  async open(name: string): Promise<StoredFile | null> {
    if (!isFileName(name)) return null
    const answer = await this.#send('GET', name)
    if (isMissing(answer)) return null
    this.#assertStatus(answer, 200)
    return { size: answer.body.length, stream: Readable.from([answer.body]) }
  }

  async remove(name: string): Promise<void> {
    assertFileName(name)
    const answer = await this.#send('DELETE', name)
    if (!isMissing(answer)) this.#assertStatus(answer, 200, 204)
  }

  async *list(): AsyncIterable<string> {
    const { prefix } = this.#settings
    for (let token = ''; ; ) {
      const next: Record<string, string> = token === '' ? {} : { 'continuation-token': token }
      const answer = await this.#send('GET', '', { query: { 'list-type': '2', prefix, ...next } })
      this.#assertStatus(answer, 200)
      const page = answer.body.toString('utf8')
      for (const [, key = ''] of page.matchAll(/<Key>([^<]*)<\/Key>/g)) {
        const name = key.slice(prefix.length)
        if (isFileName(name)) yield name
      }
      token = decodeXml(/<NextContinuationToken>([^<]+)</.exec(page)?.[1] ?? '')
      if (token === '') return
    }
  }

  async check(): Promise<void> {
    const query = { 'list-type': '2', 'max-keys': '1', prefix: this.#settings.prefix }
    this.#assertStatus(await this.#send('GET', '', { query, attempts: 1, timeout: timeouts.check }), 200)
  }

  /** Every request can be repeated: the content of a name never changes. */
  async #send(method: string, name: string, options: Options = {}): Promise<Answer> {
    const { attempts = 3, timeout = timeouts.request } = options
    for (let attempt = 1; ; attempt += 1) {
      const request = await this.#sign(method, name, options)
      try {
        const response = await fetch(request, { signal: AbortSignal.timeout(timeout), redirect: 'manual' })
        const answer = { status: response.status, body: Buffer.from(await response.arrayBuffer()) }
        if (attempt === attempts || (answer.status < 500 && answer.status !== 429)) return answer
      } catch (error) {
        if (attempt === attempts) throw this.#error('does not answer', error)
      }
      await wait(attempt * 200)
    }
  }

  #sign(method: string, name: string, { query = {}, body }: Options): Promise<Request> {
    const { endpoint, bucket, prefix } = this.#settings
    const path = name === '' ? '' : `/${prefix}${name}`
    const url = new URL(`${endpoint}/${bucket}${path}`)
    for (const [key, value] of Object.entries(query)) url.searchParams.set(key, value)
    const headers: Record<string, string> = { 'x-amz-content-sha256': hash('sha256', body ?? '', 'hex') }
    if (body !== undefined) headers['content-type'] = 'image/webp'
    return this.#client.sign(url.href, { method, headers, body: body ?? null })
  }

  #assertStatus({ status, body }: Answer, ...expected: number[]): void {
    if (expected.includes(status)) return
    const code = /<Code>(\w{1,60})<\/Code>/.exec(body.toString('utf8'))?.[1]
    throw this.#error(`answers ${status}${code === undefined ? '' : ` (${code})`}`)
  }

  #error(what: string, cause?: unknown): StorageError {
    const { endpoint, bucket } = this.#settings
    const options = cause === undefined ? undefined : { cause }
    return new StorageError(`The bucket ${bucket} at ${new URL(endpoint).host} ${what}.`, options)
  }
}

/** A bucket that does not exist is an error of the settings instead. */
function isMissing({ status, body }: Answer): boolean {
  return status === 404 && !body.includes('NoSuchBucket')
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

function decodeXml(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => entities[name] ?? whole)
}
