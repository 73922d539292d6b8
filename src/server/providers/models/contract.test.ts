import { setImmediate as nextTick } from 'node:timers/promises'
import { startUpstream } from '#tests/support/upstream.ts'
import { describeModelProvider, type ProviderUnderTest } from './contract.ts'
import { createHttpModel } from './create-http-model.ts'
import { DemoModel } from './demo-model.ts'
import type { HttpModelOptions } from './http-model.ts'
import { unknownService } from './services.ts'
import { ModelWorker } from './worker/model-worker.ts'
import { OffloadingModel } from './worker/offloading-model.ts'

async function startHttpModel(protocol?: 'anthropic') {
  const upstream = await startUpstream({ firstTokenMs: 2, gapMs: 1, tokens: 30 })
  const { baseUrl } = upstream
  const service = protocol === undefined ? unknownService : { ...unknownService, protocol }
  const options: HttpModelOptions = {
    service,
    baseUrl,
    model: 'mock-chat',
    contextTokens: 8192,
    maxReplyTokens: 600,
  }
  const provider = createHttpModel(options)
  const close = async () => {
    await provider.close()
    await upstream.close()
  }
  return { options, provider, waitForIdle: () => upstream.waitForIdle(), close }
}

async function startModelWorker(): Promise<ProviderUnderTest> {
  const { options, provider, waitForIdle, close } = await startHttpModel()
  const worker = new ModelWorker(options)
  await worker.ready
  const { id, label, model, builtIn, contextTokens, maxReplyTokens } = provider
  const { generate } = worker
  return {
    provider: { id, label, model, builtIn, contextTokens, maxReplyTokens, generate, close: () => worker.close() },
    waitForIdle,
    async close() {
      await worker.close()
      await close()
    },
  }
}

/** With more live replies in the contract's test than it reads in the main thread. */
async function startOffloadingModel(): Promise<ProviderUnderTest> {
  const { options, provider, waitForIdle, close } = await startHttpModel()
  await provider.close()
  const model = new OffloadingModel(options, { maxOwnReplies: 2 })
  return {
    provider: model,
    waitForIdle,
    async close() {
      await model.close()
      await close()
    },
  }
}

describeModelProvider('HttpModel, OpenAI-compatible', () => startHttpModel())
describeModelProvider('HttpModel, Anthropic', () => startHttpModel('anthropic'))
describeModelProvider('ModelWorker', startModelWorker)
describeModelProvider('OffloadingModel', startOffloadingModel)
describeModelProvider('DemoModel', async () => {
  const provider = new DemoModel({ delays: { firstWordMs: 0, wordMs: 1 } })
  return { provider, waitForIdle: async () => void (await nextTick()), close: () => provider.close() }
})
