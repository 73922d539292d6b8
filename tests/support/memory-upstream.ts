import { readTerms } from '#engine/memory/read-terms.ts'
import { type ScriptedRequest, startScriptedUpstream } from './scripted-upstream.ts'

interface ChatMessage {
  role: string
  content: string
}

/** The body of a streamed reply in OpenAI's protocol. */
export function streamOf(text: string): string {
  const chunk = (content: string, finish: string | null) =>
    `data: ${JSON.stringify({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] })}\n\n`
  return `${chunk(text, null)}${chunk('', 'stop')}data: [DONE]\n\n`
}

/** A vector in which a text has each of its words, and words of the same meaning are the same. */
export function embedText(text: string, synonyms: readonly (readonly string[])[] = [], dimensions = 256): number[] {
  const vector = Array.from({ length: dimensions }, () => 0)
  for (const term of readTerms(text)) {
    const meaning = synonyms.find((words) => words.includes(term))?.[0] ?? term
    let hash = 7
    for (const letter of meaning) hash = (hash * 31 + letter.charCodeAt(0)) % 65_521
    vector[hash % dimensions] = (vector[hash % dimensions] ?? 0) + (term.length > 3 ? 1 : 0.1)
  }
  return vector
}

/**
 * A model server for tests of memory: it answers chats with a fixed reply, and requests for a summary with what `summarize`
 * says of the numbered messages. It embeds while `embeds` is not `off`.
 */
export async function startMemoryUpstream() {
  const state = {
    summarize: (numbered: string): string | null =>
      `SUMMARY:\nThe story of ${numbered.match(/^\[\d+\]/gm)?.length} messages.\nFACTS:\n- Sam keeps bees. [1]\n- The lamp is old. [2]`,
    /** Words that its embeddings do not tell apart. */
    synonyms: [] as string[][],
    embeds: 'off' as 'off' | 'on' | 'slow' | 'fails',
    /** Called before each summary is answered. */
    beforeSummary: async () => {},
  }
  const server = await startScriptedUpstream(({ path, body }, _, response) => {
    if (path.endsWith('/embeddings')) {
      if (state.embeds === 'slow') return null
      if (state.embeds === 'fails') return { status: 500, body: 'broken' }
      const data = (body.input as string[]).map((text, index) => ({
        index,
        embedding: embedText(text, state.synonyms),
      }))
      return { headers: { 'content-type': 'application/json' }, body: JSON.stringify({ data }) }
    }
    const [system, request] = body.messages as ChatMessage[]
    if (!system?.content.startsWith('You keep the notes'))
      return { body: streamOf('*The lamp turns.* "You are late."') }
    void state.beforeSummary().then(() => {
      const answer = state.summarize(request?.content ?? '')
      if (answer === null) response.writeHead(500).end('broken')
      else response.writeHead(200, { 'content-type': 'text/event-stream' }).end(streamOf(answer))
    })
    return null
  })
  const isSummary = ({ body }: ScriptedRequest) =>
    (body.messages as ChatMessage[] | undefined)?.[0]?.content.startsWith('You keep') === true
  const summaries = () => server.requests.filter(isSummary)
  const prompts = () =>
    server.requests.filter((request) => request.path.endsWith('/chat/completions') && !isSummary(request))
  return Object.assign(state, {
    ...server,
    /** The settings of a server whose window about twenty messages of `fillConversation` fill. */
    env: {
      MODEL_BASE_URL: server.baseUrl,
      MODEL_NAME: 'scripted',
      MODEL_CONTEXT_TOKENS: '3000',
      MODEL_MAX_REPLY_TOKENS: '200',
      FREE_DAILY_MESSAGES: '100000',
    },
    summaries,
    prompts,
    /** The last prompt of a chat, as one text. */
    lastPrompt: () =>
      ((prompts().at(-1)?.body.messages ?? []) as ChatMessage[]).map(({ content }) => content).join('\n'),
  })
}
