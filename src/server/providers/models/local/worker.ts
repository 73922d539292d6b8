// The process of a model on this machine: loads a GGUF file with node-llama-cpp and answers OpenAI's `/chat/completions` on
// a port of the loopback interface. It ends with the server.
import { timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { availableParallelism, constants, setPriority } from 'node:os'
import { json } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import pLimit from 'p-limit'
import type { WorkerMessage, WorkerOptions } from './local-process.ts'
import type { ChatItem, Llama, LlamaChat, LlamaModel, NodeLlamaCpp, StopReason } from './node-llama-cpp.ts'

interface CompletionRequest {
  messages: { role: string; content: string }[]
  max_tokens?: number
  temperature?: number
  top_p?: number
  min_p?: number
  repeat_penalty?: number
  seed?: number
  stop?: string[]
}

const options = JSON.parse(process.argv[2] ?? '{}') as WorkerOptions
const send = (message: WorkerMessage) => process.send?.(message)
/** The model has one context, so replies are written one at a time. */
const oneAtATime = pLimit(1)

process.on('disconnect', () => process.exit(0))
// Ctrl+C reaches this process too, while the server still finishes its replies.
process.on('SIGINT', () => {})
// Requests of the server come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL)

try {
  const { chat, model, contextTokens } = await load()
  const server = createServer((request, response) => {
    answer(request, response, { chat, model, contextTokens }).catch((error: unknown) => fail(response, 500, error))
  })
  server.listen(0, '127.0.0.1', () =>
    send({ type: 'ready', port: (server.address() as AddressInfo).port, contextTokens }),
  )
} catch (error) {
  send({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  process.exitCode = 1
  process.disconnect?.()
}

interface Loaded {
  chat: LlamaChat
  model: LlamaModel
  contextTokens: number
}

async function load(): Promise<Loaded> {
  const { getLlama, LlamaChat } = (await import(pathToFileURL(options.runtime).href)) as NodeLlamaCpp
  // A core stays free for the server. With more threads than free cores, each waits for the slowest at every step.
  const maxThreads = Math.max(1, availableParallelism() - 1)
  const settings = { build: 'never', skipDownload: true, progressLogs: false, logLevel: 'error', maxThreads } as const
  const llama: Llama = await getLlama(settings)
  const model = await llama.loadModel({ modelPath: options.file })
  const contextSize = Math.min(options.contextTokens, model.trainContextSize)
  const context = await model.createContext({
    contextSize: { min: Math.min(2048, contextSize), max: contextSize },
    sequences: 1,
  })
  return { chat: new LlamaChat({ contextSequence: context.getSequence() }), model, contextTokens: context.contextSize }
}

async function answer(request: IncomingMessage, response: ServerResponse, loaded: Loaded): Promise<void> {
  if (!isAuthorized(request)) return fail(response, 401, 'invalid token')
  if (request.url === '/v1/models') {
    const data = [{ id: options.model, object: 'model', max_model_len: loaded.contextTokens }]
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ data }))
  }
  if (request.method !== 'POST' || request.url !== '/v1/chat/completions') return fail(response, 404, 'not found')
  const body = (await json(request)) as CompletionRequest
  const clientGone = new AbortController()
  response.on('close', () => clientGone.abort())
  await oneAtATime(() => complete(body, response, loaded, clientGone.signal))
}

function isAuthorized({ headers }: IncomingMessage): boolean {
  const [given, expected] = [Buffer.from(headers.authorization ?? ''), Buffer.from(`Bearer ${options.token}`)]
  return given.length === expected.length && timingSafeEqual(given, expected)
}

async function complete(
  request: CompletionRequest,
  response: ServerResponse,
  { chat, model, contextTokens }: Loaded,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) return
  const history = request.messages.map(toChatItem)
  const promptTokens = countTokens(chat, model, history)
  const { max_tokens: maxTokens = 600 } = request
  if (promptTokens + maxTokens > contextTokens) {
    const message = 'the request exceeds the available context size'
    const counts = { n_prompt_tokens: promptTokens, n_ctx: contextTokens }
    const error = { code: 400, message, type: 'exceed_context_size_error', ...counts }
    return void response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const event = (data: unknown) => response.write(`data: ${JSON.stringify(data)}\n\n`)
  const meter = chat.sequence.tokenMeter
  const tokensBefore = meter.usedOutputTokens
  const result = await chat.generateResponse(withOpenReply(history), {
    maxTokens,
    signal,
    stopOnAbortSignal: true,
    temperature: request.temperature ?? 0.8,
    ...(request.top_p === undefined ? {} : { topP: request.top_p }),
    ...(request.min_p === undefined ? {} : { minP: request.min_p }),
    ...(request.seed === undefined ? {} : { seed: request.seed }),
    ...(request.repeat_penalty === undefined ? {} : { repeatPenalty: { penalty: request.repeat_penalty } }),
    customStopTriggers: request.stop ?? [],
    onTextChunk: (content) => void event({ model: options.model, choices: [{ index: 0, delta: { content } }] }),
  })
  const finish = finishReasons[result.metadata.stopReason] ?? 'stop'
  const usage = { prompt_tokens: promptTokens, completion_tokens: meter.usedOutputTokens - tokensBefore }
  event({ model: options.model, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage })
  response.end('data: [DONE]\n\n')
}

const finishReasons: Partial<Record<StopReason, string>> = { maxTokens: 'length' }

function toChatItem({ role, content }: CompletionRequest['messages'][number]): ChatItem {
  if (role === 'assistant') return { type: 'model', response: [content] }
  return { type: role === 'system' ? 'system' : 'user', text: content }
}

/** node-llama-cpp writes into the model's item at the end. */
function withOpenReply(history: ChatItem[]): ChatItem[] {
  return [...history, { type: 'model', response: [] }]
}

function countTokens(chat: LlamaChat, model: LlamaModel, history: ChatItem[]): number {
  const { contextText } = chat.chatWrapper.generateContextState({ chatHistory: withOpenReply(history) })
  return contextText.tokenize(model.tokenizer).length
}

function fail(response: ServerResponse, status: number, error: unknown): void {
  if (response.headersSent) return void response.destroy()
  const message = error instanceof Error ? error.message : String(error)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message } }))
}
