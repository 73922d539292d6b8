import { startScriptedUpstream } from '#tests/support/scripted-upstream.ts'
import { openai } from '#tests/support/upstream-dialect.ts'
import { tokenText } from '#tests/support/upstream-stream.ts'

/** Reply lengths in tokens. At 10 ms a token they take from 0.15 s to a minute, longer than a server runs in a round. */
const lengths = { short: 15, medium: 40, long: 350, endless: 6_000 } as const
export type ReplyLength = keyof typeof lengths

const gapMs = 10
const keyPattern = new RegExp(`\\b(${Object.keys(lengths).join('|')})-[0-9a-f]{8}\\b`, 'g')

/** The whole reply to the message with this key. It begins with the key, so that no two replies are alike. */
export function replyTo(key: string): string {
  return tokensOf(key).join('')
}

function tokensOf(key: string): string[] {
  const length = lengths[key.split('-')[0] as ReplyLength]
  return Array.from({ length }, (_, index) => (index === 0 ? `${key}: ` : tokenText(index)))
}

/** A model server whose reply is determined by the last key (such as `short-0123abcd`) in the user's messages. */
export async function startKeyedModel() {
  const upstream = await startScriptedUpstream(({ body }, _index, response) => {
    upstream.requests.length = 0
    const messages = body.messages as { role: string; content: string }[]
    const userMessages = messages.filter(({ role }) => role === 'user').map(({ content }) => content)
    const key = userMessages.join('\n').match(keyPattern)?.at(-1)
    if (!key) return { status: 400, body: openai.error('request', 'no message contains a key') }
    const tokens = tokensOf(key)
    let next = 0
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const timer = setInterval(() => {
      const token = tokens[next++]
      if (token !== undefined) return void response.write(openai.token('scripted', token))
      const usage = { promptTokens: 1, replyTokens: tokens.length, cachedTokens: 0 }
      response.end(openai.finish('scripted', 'stop', usage, true) + openai.done)
    }, gapMs)
    response.once('close', () => clearInterval(timer))
    return null
  })
  return upstream
}
