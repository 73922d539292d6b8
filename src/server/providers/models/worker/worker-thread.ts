// The thread of a ModelWorker: generates replies and posts their text in batches.
import { parentPort, workerData } from 'node:worker_threads'
import { createHttpModel } from '../create-http-model.ts'
import type { HttpModelOptions } from '../http-model.ts'
import { ModelError, type ModelRequest } from '../provider.ts'
import type { ReplyEnd, WorkerEvent, WorkerRequest } from './messages.ts'

/** The time between two batches. The first piece of a reply is posted at once. */
const batchMs = 25

const model = createHttpModel(workerData as HttpModelOptions)
const liveReplies = new Map<number, AbortController>()
/** The text since the last batch, by reply. */
const pendingText = new Map<number, string>()
let batchTimer: NodeJS.Timeout | null = null

parentPort?.on('message', (message: WorkerRequest) => {
  if (message.type === 'abort') liveReplies.get(message.id)?.abort('stopped')
  else void generate(message.id, message.request)
})
post({ type: 'ready' })

async function generate(id: number, request: ModelRequest): Promise<void> {
  const controller = new AbortController()
  liveReplies.set(id, controller)
  let isFirst = true
  const onText = (text: string) => {
    if (isFirst) post({ type: 'text', pieces: [[id, text]] })
    else pendingText.set(id, (pendingText.get(id) ?? '') + text)
    isFirst = false
    if (pendingText.size > 0 && batchTimer === null) batchTimer = setTimeout(postBatch, batchMs)
  }
  const end = await model.generate(request, { signal: controller.signal, onText }).then(
    (result): ReplyEnd => ({ result }),
    (error: unknown): ReplyEnd => serialiseError(error),
  )
  liveReplies.delete(id)
  const text = pendingText.get(id) ?? ''
  pendingText.delete(id)
  post({ type: 'end', id, text, end })
}

function postBatch(): void {
  batchTimer = null
  if (pendingText.size === 0) return
  post({ type: 'text', pieces: [...pendingText] })
  pendingText.clear()
}

function serialiseError(error: unknown): ReplyEnd {
  if (!(error instanceof ModelError)) return { error: error instanceof Error ? error.message : String(error) }
  const { errorType, timeout, retryAfter, cause } = error
  const message = error.message.slice(`${error.provider}: `.length)
  return {
    modelError: { errorType, message, timeout, retryAfter, cause: cause instanceof Error ? cause.message : null },
  }
}

function post(event: WorkerEvent): void {
  parentPort?.postMessage(event)
}
