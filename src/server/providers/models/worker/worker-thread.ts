// Runs in a thread of its own (voice-thread.ts): asks the upstream, reads the replies, passes them on in batches.
import { parentPort, workerData } from 'node:worker_threads'
import { createHttpModel } from '../create-http-model.ts'
import type { HttpModelOptions } from '../http-model.ts'
import { ModelError, type ModelRequest } from '../provider.ts'
import type { Ending, FromThread, ToThread } from './messages.ts'

/** Milliseconds between two batches. A reply's first piece goes at once. */
const batchEvery = 25

const voice = createHttpModel(workerData as HttpModelOptions)
const live = new Map<number, AbortController>()
/** What was said since the last batch, by reply. */
const said = new Map<number, string>()
let batch: NodeJS.Timeout | null = null

parentPort?.on('message', (message: ToThread) => {
  if ('stop' in message) live.get(message.stop)?.abort('stopped')
  else void speak(message.ask, message.request)
})
tell({ listening: true })

async function speak(id: number, request: ModelRequest): Promise<void> {
  const abort = new AbortController()
  live.set(id, abort)
  let first = true
  const onText = (text: string) => {
    if (first) tell({ pieces: [[id, text]] })
    else said.set(id, (said.get(id) ?? '') + text)
    first = false
    if (said.size > 0 && batch === null) batch = setTimeout(passOn, batchEvery)
  }
  const ending = await voice.generate(request, { signal: abort.signal, onText }).then(
    (result): Ending => ({ result }),
    (error: unknown): Ending => endingOf(error),
  )
  live.delete(id)
  const text = said.get(id) ?? ''
  said.delete(id)
  tell({ ended: id, text, ending })
}

function passOn(): void {
  batch = null
  if (said.size === 0) return
  tell({ pieces: [...said] })
  said.clear()
}

function endingOf(error: unknown): Ending {
  if (!(error instanceof ModelError)) return { error: error instanceof Error ? error.message : String(error) }
  const { errorType, timeout, retryAfter, cause } = error
  const message = error.message.slice(`${error.provider}: `.length)
  return { fault: { errorType, message, timeout, retryAfter, cause: cause instanceof Error ? cause.message : null } }
}

function tell(message: FromThread): void {
  parentPort?.postMessage(message)
}
