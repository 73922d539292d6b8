import { automatic1111 } from './automatic1111.ts'
import { createHttpImages, type ImageSettings } from './http-images.ts'
import { openAi } from './openai.ts'
import type { ImageProvider } from './provider.ts'

/** An image generator that an admin can connect. */
export interface ImageService {
  id: string
  /** The name admins see. */
  label: string
  baseUrl: string
  needsKey: boolean
  isLocal: boolean
  defaultModel: string | null
  defaultSize: number
  create: (settings: ImageSettings) => ImageProvider
}

const createOpenAi = (settings: ImageSettings) => createHttpImages(openAi, settings)

export const imageServices: readonly ImageService[] = [
  {
    id: 'openai',
    label: 'OpenAI',
    baseUrl: 'https://api.openai.com/v1',
    needsKey: true,
    isLocal: false,
    defaultModel: 'gpt-image-2',
    defaultSize: 1024,
    create: createOpenAi,
  },
  {
    id: 'openai-compatible',
    label: 'Another service (OpenAI-compatible)',
    baseUrl: '',
    needsKey: false,
    isLocal: false,
    defaultModel: null,
    defaultSize: 1024,
    create: createOpenAi,
  },
  {
    id: 'automatic1111',
    label: 'Stable Diffusion web UI (AUTOMATIC1111)',
    baseUrl: 'http://127.0.0.1:7860',
    needsKey: false,
    isLocal: true,
    defaultModel: null,
    defaultSize: 512,
    create: (settings) => createHttpImages(automatic1111, settings),
  },
]
