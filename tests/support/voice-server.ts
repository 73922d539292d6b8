import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { serve } from './serve.ts'

/**
 * `held`: the sound begins, and ends when the test calls `release`. `cut`: the connection ends after the first bytes.
 * `not-sound`: an error page as a sound, and as what was said. `silent`: nothing is answered until `release`.
 */
type Mode = 'ok' | 'held' | 'cut' | 'empty' | 'unauthorized' | 'rate' | 'down' | 'not-sound' | 'silent'

interface Asked {
  path: string
  /** Of speech: what is to be spoken. Of a transcription: the name of the file. */
  text: string
  fields: Record<string, unknown>
}

export const voiceKey = 'voice-key-1'
const formats = ['mp3', 'opus', 'aac', 'flac', 'wav', 'pcm']
const voices = ['alloy', 'af_bella']

/** The sound of a text: in this server, the text is in it. */
export const soundOf = (text: string, voice: string) => Buffer.from(`ID3\u0003${voice}: ${text}`)

/**
 * A voice service with the API of OpenAI under `/v1`, with the voices of Kokoro-FastAPI, and that of ElevenLabs under
 * `/eleven/v1`. It refuses what these refuse.
 */
export async function startVoiceServer() {
  const asked: Asked[] = []
  const state = { mode: 'ok' as Mode, unfinished: 0, sound: null as Buffer | null, heard: null as string | null }
  const released = new Set<() => void>()

  const sendSound = async (response: ServerResponse, text: string, voice: string) => {
    const sound = state.sound ?? soundOf(text, voice)
    response.writeHead(200, { 'content-type': 'audio/mpeg' })
    if (state.mode === 'empty') return response.end()
    if (state.mode === 'not-sound') return response.end('<html>Bad gateway</html>')
    response.write(sound.subarray(0, 4))
    if (state.mode === 'cut') return setImmediate(() => response.destroy())
    if (state.mode === 'held') {
      state.unfinished += 1
      await waitForRelease(response)
      state.unfinished -= 1
    }
    return response.end(sound.subarray(4))
  }

  const answerOpenAi = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const refuse = (status: number, type: string, message: string) =>
      send(response, status, { error: { message, type, param: null, code: null } })
    if (request.headers.authorization !== `Bearer ${voiceKey}` || state.mode === 'unauthorized') {
      return refuse(401, 'invalid_request_error', `Incorrect API key provided: ${request.headers.authorization}.`)
    }
    if (state.mode === 'rate') return refuse(429, 'requests', 'Rate limit reached for requests')
    if (request.method === 'GET' && path === '/v1/audio/voices') return send(response, 200, { voices })
    if (path === '/v1/audio/speech') {
      const { input, voice, ...fields } = await readJson(request)
      if (typeof input !== 'string' || input === '' || input.length > 4_096 || typeof fields.model !== 'string') {
        return refuse(400, 'invalid_request_error', 'input and model are required')
      }
      if (!voices.includes(String(voice))) return refuse(400, 'invalid_request_error', 'Unknown voice')
      if (!formats.includes(String(fields.response_format))) return refuse(400, 'invalid_request_error', 'format')
      asked.push({ path, text: input, fields: { ...fields, voice } })
      return sendSound(response, input, String(voice))
    }
    if (path === '/v1/audio/transcriptions') {
      const { file, fields } = await readForm(request)
      if (!file || !fields.model) return refuse(400, 'invalid_request_error', 'file and model are required')
      if (!/\.(?:webm|ogg|mp4|wav|mp3)$/.test(file.name)) return refuse(400, 'invalid_request_error', 'file format')
      asked.push({ path, text: file.name, fields })
      if (state.mode === 'not-sound') return response.end('<html>Bad gateway</html>')
      return send(response, 200, { text: ` ${state.heard ?? (await file.text())} ` })
    }
    return refuse(404, 'invalid_request_error', `Unknown request URL: ${request.method} ${path}.`)
  }

  const answerElevenLabs = async (request: IncomingMessage, response: ServerResponse, path: string) => {
    const refuse = (status: number, kind: string, message: string) =>
      send(response, status, { detail: { status: kind, message } })
    if (request.headers['xi-api-key'] !== voiceKey || state.mode === 'unauthorized') {
      return refuse(401, 'invalid_api_key', 'Invalid API key')
    }
    if (state.mode === 'rate') return refuse(429, 'too_many_concurrent_requests', 'Too many concurrent requests')
    if (request.method === 'GET' && path === '/voices') {
      return send(response, 200, { voices: [{ voice_id: 'alloy', name: 'Rachel', category: 'premade' }] })
    }
    const [, voice] = /^\/text-to-speech\/([^/]+)\/stream\?output_format=mp3_44100_64$/.exec(path) ?? []
    if (voice !== undefined) {
      const { text, model_id, ...rest } = await readJson(request)
      if (typeof text !== 'string' || typeof model_id !== 'string' || Object.keys(rest).length > 0) {
        return refuse(422, 'invalid_request', 'text and model_id')
      }
      if (voice !== 'alloy') return refuse(404, 'voice_not_found', 'A voice with that id was not found')
      asked.push({ path, text, fields: { model_id } })
      return sendSound(response, text, voice)
    }
    if (path === '/speech-to-text') {
      const { file, fields } = await readForm(request)
      if (!file || !/^scribe_v\d$/.test(String(fields.model_id)))
        return refuse(422, 'invalid_request', 'file, model_id')
      asked.push({ path, text: file.name, fields })
      if (state.mode === 'not-sound') return send(response, 200, { language_code: 'eng', words: [] })
      return send(response, 200, { language_code: 'eng', text: await file.text(), words: [] })
    }
    return refuse(404, 'not_found', 'Not Found')
  }

  const waitForRelease = (response: ServerResponse) =>
    new Promise<void>((resolve) => {
      released.add(resolve)
      response.once('close', resolve)
    })

  const server = createServer(async (request, response) => {
    const { url = '' } = request
    if (state.mode === 'silent') {
      await waitForRelease(response)
      return response.destroy()
    }
    if (state.mode === 'down') return send(response, 503, { error: { message: 'Service unavailable' } })
    const eleven = '/eleven/v1'
    if (url.startsWith(eleven)) return answerElevenLabs(request, response, url.slice(eleven.length))
    return answerOpenAi(request, response, url)
  })
  const { url, close } = await serve(server)
  return {
    baseUrl: `${url}/v1`,
    elevenLabsUrl: `${url}/eleven/v1`,
    /** What it was asked for, and did not refuse. */
    asked,
    /** Sounds that have begun and not ended. */
    get unfinished() {
      return state.unfinished
    },
    /** A sound that can be played, in place of those of `soundOf`. */
    set sound(sound: Buffer) {
      state.sound = sound
    },
    /** What each recording says. Without it, recordings are texts. */
    set heard(text: string) {
      state.heard = text
    },
    set mode(mode: Mode) {
      state.mode = mode
    },
    release() {
      for (const resolve of released) resolve()
      released.clear()
    },
    close,
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function readJson(request: IncomingMessage): Promise<Record<string, unknown>> {
  if (request.headers['content-type'] !== 'application/json') return {}
  return JSON.parse((await buffer(request)).toString()) as Record<string, unknown>
}

async function readForm(request: IncomingMessage) {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(await buffer(request), { headers }).formData()
  const file = form.get('file')
  form.delete('file')
  const fields: Record<string, unknown> = Object.fromEntries(form)
  return { fields, file: file instanceof File ? file : null }
}
