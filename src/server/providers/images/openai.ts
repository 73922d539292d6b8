import { asList, asRecord } from '#engine/json-values.ts'
import type { ImageProtocol } from './http-images.ts'

/** These models have no `response_format`: they always answer with the image itself. */
const withoutFormat = /^(?:gpt|chatgpt)-image/

/** Any endpoint with OpenAI's `/images/generations`. */
export const openAi: ImageProtocol = {
  id: 'openai',
  label: 'Image service',
  authorization: (apiKey) => `Bearer ${apiKey}`,
  async request(upstream, { model, size }, prompt, { signal }) {
    const format = model !== null && withoutFormat.test(model) ? {} : { response_format: 'b64_json' }
    const body = { model: model ?? undefined, prompt, n: 1, size: `${size}x${size}`, ...format }
    const { data } = asRecord(await upstream.postJson('/images/generations', body, signal))
    return asRecord(asList(data)[0]).b64_json
  },
}
