import { setTimeout as sleep } from 'node:timers/promises'
import { asList, asRecord } from '#engine/json-values.ts'
import type { Upstream } from '../models/http/upstream.ts'
import type { ImageProtocol } from './http-images.ts'
import type { GenerateOptions } from './provider.ts'

/** Milliseconds between two polls of the progress. */
const progressInterval = 1_000
const steps = 28

/** The web UI of AUTOMATIC1111, started with `--api`. A key is `user:password`, as `--api-auth` sets it. */
export const automatic1111: ImageProtocol = {
  id: 'automatic1111',
  label: 'Stable Diffusion',
  authorization: (apiKey) => `Basic ${Buffer.from(apiKey).toString('base64')}`,
  async request(upstream, { model, size }, prompt, options) {
    const chosen = model === null ? {} : { override_settings: { sd_model_checkpoint: model } }
    const body = { prompt, width: size, height: size, steps, batch_size: 1, n_iter: 1, ...chosen }
    const ended = new AbortController()
    const watching = watchProgress(upstream, options, ended.signal)
    try {
      return asList(asRecord(await upstream.postJson('/sdapi/v1/txt2img', body, options.signal)).images)[0]
    } catch (error) {
      // Without this request, the server finishes an image even after its client has disconnected.
      const timeout = AbortSignal.timeout(5_000)
      if (options.signal.aborted) await upstream.postJson('/sdapi/v1/interrupt', {}, timeout).catch(() => {})
      throw error
    } finally {
      ended.abort()
      await watching
    }
  },
}

async function watchProgress(upstream: Upstream, { onProgress }: GenerateOptions, ended: AbortSignal): Promise<void> {
  if (onProgress === undefined) return
  while (!ended.aborted) {
    await sleep(progressInterval, undefined, { signal: ended }).catch(() => {})
    if (ended.aborted) return
    const path = '/sdapi/v1/progress?skip_current_image=true'
    const progress = Number(asRecord(await upstream.getJson(path, ended).catch(() => null)).progress)
    if (progress > 0 && progress <= 1) onProgress(progress)
  }
}
