// The part of node-llama-cpp that is used. It is installed outside the packages of this repository, so that its own types
// are not at hand. Of release 3.21.1.

export interface NodeLlamaCpp {
  getLlama(options: {
    /** Never compile. */
    build: 'never'
    skipDownload: true
    progressLogs: false
    logLevel: 'error'
    maxThreads: number
  }): Promise<Llama>
  LlamaChat: new (options: { contextSequence: LlamaContextSequence }) => LlamaChat
}

export interface Llama {
  loadModel(options: { modelPath: string }): Promise<LlamaModel>
}

export interface LlamaModel {
  /** The context that the model was trained with. */
  trainContextSize: number
  tokenizer: unknown
  createContext(options: { contextSize: { min: number; max: number }; sequences: number }): Promise<LlamaContext>
}

interface LlamaContext {
  contextSize: number
  getSequence(): LlamaContextSequence
}

interface LlamaContextSequence {
  tokenMeter: { usedOutputTokens: number }
}

export type ChatItem =
  | { type: 'system'; text: string }
  | { type: 'user'; text: string }
  | { type: 'model'; response: string[] }

export type StopReason =
  | 'eogToken'
  | 'stopGenerationTrigger'
  | 'functionCalls'
  | 'maxTokens'
  | 'abort'
  | 'customStopTrigger'

export interface LlamaChat {
  sequence: LlamaContextSequence
  chatWrapper: {
    generateContextState(options: { chatHistory: ChatItem[] }): {
      contextText: { tokenize(tokenizer: unknown): unknown[] }
    }
  }
  generateResponse(
    history: ChatItem[],
    options: {
      maxTokens: number
      temperature: number
      topP?: number
      minP?: number
      seed?: number
      repeatPenalty?: { penalty: number }
      customStopTriggers: string[]
      signal: AbortSignal
      stopOnAbortSignal: true
      onTextChunk: (text: string) => void
    },
  ): Promise<{ metadata: { stopReason: StopReason } }>
}
