import type { ImageProtocol } from './http-images.ts'

interface ImagesReply {
  data?: { b64_json?: unknown }[]
}

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
    const reply = (await upstream.postJson('/images/generations', body, signal)) as ImagesReply | null
    return reply?.data?.[0]?.b64_json
  },
}
