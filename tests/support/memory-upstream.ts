import { type ScriptedRequest, startScriptedUpstream, streamOf } from './scripted-upstream.ts'

interface ChatMessage {
  role: string
  content: string
}

/**
 * A model server for tests of memory: it answers chats with `reply`, and requests for a summary with what `summarize` says of
 * the numbered messages.
 */
export async function startMemoryUpstream() {
  const state = {
    reply: () => '*The lamp turns.* "You are late."',
    summarize: (numbered: string): string | null =>
      `SUMMARY:\nThe story of ${numbered.match(/^\[\d+\]/gm)?.length} messages.\nFACTS:\n- Sam keeps bees. [1]\n- The lamp is old. [2]`,
    /** Called before each summary is answered. */
    beforeSummary: async () => {},
  }
  const server = await startScriptedUpstream(({ body }, _, response) => {
    const [system, request] = body.messages as ChatMessage[]
    if (!system?.content.startsWith('You keep the notes')) return { body: streamOf(state.reply()) }
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
