import { createServer, type IncomingMessage } from 'node:http'
import { json } from 'node:stream/consumers'
import { serve } from './serve.ts'

export type ImageServerMode =
  | 'ok'
  | 'slow'
  | 'unauthorized'
  | 'address'
  | 'refused'
  | 'not-json'
  | 'no-image'
  | 'url-only'
  | 'redirect'
  | 'huge'

interface Received {
  url: string
  authorization: string | undefined
  body: unknown
}

/** An image service with the APIs of OpenAI and of AUTOMATIC1111, which fails on demand. */
export async function startImageServer(image: Uint8Array) {
  const requests: Received[] = []
  const fetched: string[] = []
  const state = { mode: 'ok' as ImageServerMode, image }
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request
    // Images behind an address, and where a redirect leads.
    if (url.startsWith('/elsewhere')) fetched.push(url)
    if (url.startsWith('/sdapi/v1/progress')) return response.end(JSON.stringify({ progress: 0.4 }))
    requests.push({
      url,
      authorization: request.headers.authorization,
      body: method === 'POST' ? await json(request) : null,
    })
    if (state.mode === 'slow' && !url.endsWith('/interrupt')) return
    const { status, headers = {}, body } = answer(state, request)
    response.writeHead(status, { 'content-type': 'application/json', ...headers })
    response.end(body)
  })
  const { url, close } = await serve(server)
  return {
    url,
    requests,
    /** Addresses that were requested although they only stood in a reply. */
    fetched,
    get mode() {
      return state.mode
    },
    set mode(mode: ImageServerMode) {
      state.mode = mode
    },
    /** What it draws. */
    set image(bytes: Uint8Array) {
      state.image = bytes
    },
    close,
  }
}

interface Answer {
  status: number
  headers?: Record<string, string>
  body: string
}

function answer({ mode, image }: { mode: ImageServerMode; image: Uint8Array }, request: IncomingMessage): Answer {
  const encoded = Buffer.from(image).toString('base64')
  const isOpenAi = request.url?.endsWith('/images/generations') ?? false
  const reply = (value: unknown): Answer => ({ status: 200, body: JSON.stringify(value) })
  const error = (status: number, code: string, message: string): Answer => ({
    status,
    body: JSON.stringify({ error: { code, message } }),
  })
  const elsewhere = `http://${request.headers.host}/elsewhere.png`
  switch (mode) {
    case 'unauthorized':
      return error(401, 'invalid_api_key', `Incorrect API key provided: ${request.headers.authorization}`)
    case 'address':
      return { status: 404, body: '{"detail":"Not Found"}' }
    case 'refused':
      return error(400, 'content_policy_violation', 'Your request was rejected by the safety system.')
    case 'not-json':
      return { status: 200, body: '<html>' }
    case 'no-image':
      return reply(isOpenAi ? { data: [] } : { images: [] })
    case 'url-only':
      return reply(isOpenAi ? { data: [{ url: elsewhere }] } : { images: [], url: elsewhere })
    case 'redirect':
      return { status: 302, headers: { location: elsewhere }, body: '' }
    case 'huge':
      return reply(isOpenAi ? { data: [{ b64_json: 'A'.repeat(2 ** 24) }] } : { images: ['A'.repeat(2 ** 24)] })
    default:
      return reply(isOpenAi ? { data: [{ b64_json: encoded }] } : { images: [encoded] })
  }
}
