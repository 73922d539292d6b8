import { HttpImages, type ImageSettings } from './http-images.ts'
import type { GenerateOptions } from './provider.ts'

interface ImagesReply {
  data?: { b64_json?: unknown }[]
}

/** These models have no `response_format`: they always answer with the image itself. */
const withoutFormat = /^(?:gpt|chatgpt)-image/

/** Any endpoint with OpenAI's `/images/generations`. */
export class OpenAiImages extends HttpImages {
  readonly id = 'openai'
  readonly label = 'Image service'

  constructor(settings: ImageSettings) {
    super(settings, settings.apiKey === null ? {} : { authorization: `Bearer ${settings.apiKey}` })
  }

  protected async request(prompt: string, { signal }: GenerateOptions): Promise<unknown> {
    const { model, size } = this.settings
    const format = model !== null && withoutFormat.test(model) ? {} : { response_format: 'b64_json' }
    const body = { model: model ?? undefined, prompt, n: 1, size: `${size}x${size}`, ...format }
    const reply = (await this.upstream.postJson('/images/generations', body, signal)) as ImagesReply | null
    return reply?.data?.[0]?.b64_json
  }
}
