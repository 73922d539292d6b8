import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from './serve.ts'

/** Fixed, so that tests can look for the secret where it must not be. */
export const s3Account = {
  bucket: 'troupe-pictures',
  region: 'eu-central-1',
  accessKeyId: 'AKIATROUPETEST',
  secretAccessKey: 'canary-s3-secret-never-shown',
}

export interface S3Server {
  url: string
  /** The content of each key. */
  objects: Map<string, Buffer>
  /** `METHOD key`, of each request that was answered. */
  requests: string[]
  /** What the next requests get instead of an answer. */
  failures: ('error' | 'reset' | 'cut')[]
  /** While true, every connection is closed. */
  isDown: boolean
  /** Changes what is stored, as a broken disk does. */
  corrupt: ((bytes: Buffer) => Buffer) | null
  /** Runs before the request is answered. */
  onRequest: ((method: string, key: string) => void | Promise<void>) | null
  close(): Promise<void>
}

class S3Refusal extends Error {
  readonly status: number

  constructor(status: number, code: string) {
    super(code)
    this.status = status
  }
}

const pageSize = 7
const maxSkew = 15 * 60_000
const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** An S3 service with one bucket. It checks signatures (version 4) and refuses whatever it does not know. */
export async function startS3Server(): Promise<S3Server> {
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, body, isCut }) => {
        response.writeHead(status, { 'content-length': body.length })
        if (isCut) return response.write(body.subarray(0, body.length / 2), () => response.destroy())
        return response.end(request.method === 'HEAD' ? undefined : body)
      },
      (error: unknown) => {
        if (!(error instanceof S3Refusal)) return void request.socket.destroy()
        const body = `<?xml version="1.0"?><Error><Code>${error.message}</Code></Error>`
        response.writeHead(error.status, { 'content-type': 'application/xml' }).end(body)
      },
    )
  })
  const state: S3Server = {
    ...(await serve(server)),
    objects: new Map(),
    requests: [],
    failures: [],
    isDown: false,
    corrupt: null,
    onRequest: null,
  }

  async function answer(request: IncomingMessage) {
    const body = await buffer(request)
    const url = new URL(request.url ?? '', state.url)
    const failure = state.failures.shift()
    if (state.isDown || failure === 'reset') throw new Error('down')
    if (failure === 'error') throw new S3Refusal(500, 'InternalError')
    checkSignature(request, url, body)
    const [, bucket = '', ...rest] = decodeURIComponent(url.pathname).split('/')
    if (bucket !== s3Account.bucket) throw new S3Refusal(404, 'NoSuchBucket')
    const [method = '', key] = [request.method, rest.join('/')]
    await state.onRequest?.(method, key)
    state.requests.push(`${method} ${key}`)
    return { ...handle(method, key, url.searchParams, body), isCut: failure === 'cut' }
  }

  function handle(method: string, key: string, query: URLSearchParams, body: Buffer): { status: number; body: Buffer } {
    const nothing = Buffer.alloc(0)
    if (method === 'GET' && key === '') return { status: 200, body: Buffer.from(listPage(query)) }
    if (key === '' || query.size > 0) throw new S3Refusal(400, 'InvalidRequest')
    if (method === 'PUT') {
      state.objects.set(key, state.corrupt ? state.corrupt(body) : body)
      return { status: 200, body: nothing }
    }
    if (method === 'DELETE') {
      state.objects.delete(key)
      return { status: 204, body: nothing }
    }
    if (method !== 'GET') throw new S3Refusal(405, 'MethodNotAllowed')
    const found = state.objects.get(key)
    if (found === undefined) throw new S3Refusal(404, 'NoSuchKey')
    return { status: 200, body: found }
  }

  function listPage(query: URLSearchParams): string {
    const known = ['list-type', 'prefix', 'continuation-token', 'max-keys']
    if (query.get('list-type') !== '2' || [...query.keys()].some((name) => !known.includes(name))) {
      throw new S3Refusal(400, 'InvalidArgument')
    }
    const after = query.get('continuation-token')?.replace(/^page&/, '') ?? ''
    const keys = [...state.objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const page = keys.filter((key) => key > after).slice(0, Number(query.get('max-keys') ?? pageSize))
    const last = page.at(-1)
    const hasMore = last !== undefined && last !== keys.at(-1)
    // Tokens of services contain characters that XML escapes.
    const token = hasMore ? `<NextContinuationToken>page&amp;${last}</NextContinuationToken>` : ''
    const contents = page.map((key) => `<Contents><Key>${key}</Key></Contents>`).join('')
    return `<?xml version="1.0"?><ListBucketResult><IsTruncated>${hasMore}</IsTruncated>${contents}${token}</ListBucketResult>`
  }

  return state
}

/** AWS Signature Version 4, written from its specification: docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html. */
function checkSignature({ headers, method }: IncomingMessage, url: URL, body: Buffer): void {
  const { authorization = '' } = headers
  const parts =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      authorization,
    )
  if (parts === null) throw new S3Refusal(403, 'AccessDenied')
  const [, accessKeyId = '', day = '', region = '', signedHeaders = '', signature = ''] = parts
  if (accessKeyId !== s3Account.accessKeyId) throw new S3Refusal(403, 'InvalidAccessKeyId')
  if (region !== s3Account.region) throw new S3Refusal(400, 'AuthorizationHeaderMalformed')
  const names = signedHeaders.split(';')
  const mustBeSigned = ['host', ...Object.keys(headers).filter((name) => name.startsWith('x-amz-'))]
  if (mustBeSigned.some((name) => !names.includes(name))) throw new S3Refusal(403, 'AccessDenied')
  const time = String(headers['x-amz-date'] ?? '')
  const [, date = '', hour, minute, second] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? []
  const at = Date.parse(`${date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3')}T${hour}:${minute}:${second}Z`)
  if (date !== day || !(Math.abs(Date.now() - at) < maxSkew)) throw new S3Refusal(403, 'RequestTimeTooSkewed')
  const payloadHash = String(headers['x-amz-content-sha256'] ?? '')
  if (payloadHash !== sha256(body)) throw new S3Refusal(400, 'XAmzContentSHA256Mismatch')
  const query = [...url.searchParams].map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const canonicalRequest = [
    method,
    decodeURIComponent(url.pathname).split('/').map(encode).join('/'),
    query.join('&'),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signedHeaders,
    payloadHash,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${s3Account.secretAccessKey}`)
  const expected = hmac(key, ['AWS4-HMAC-SHA256', time, scope, sha256(canonicalRequest)].join('\n'))
  if (!timingSafeEqual(expected, Buffer.from(signature, 'hex'))) throw new S3Refusal(403, 'SignatureDoesNotMatch')
}
