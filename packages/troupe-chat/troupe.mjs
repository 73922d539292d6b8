import { EventSourceParserStream } from 'eventsource-parser/stream'

/** What clients of a Troupe server share: this program, and the bots of the server's repository. */

/**
 * Reads the stream of a reply: the answer to a turn. Throws when the connection is lost; the same turn can then be sent again
 * with its `clientMessageId`, and is answered with the stream of the reply that it began, from the beginning.
 *
 * @param {Response} response
 * @param {{ onTurn(turn: { conversationId: string, messageId: string }): void, onText(text: string): void }} listener
 * @returns {Promise<{ text: string, error: string | null }>} the whole text, and why it ends early
 */
export async function readReply(response, { onTurn, onText }) {
  let text = ''
  const events = response.body?.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())
  for await (const { event, data } of events ?? []) {
    const value = JSON.parse(data)
    if (event === 'turn') onTurn(value)
    else if (event === 'done') return { text: value.response, error: null }
    else if (event === 'error') return { text, error: value.userMessage }
    else if (event === 'delta' || event === 'replace') {
      text = event === 'delta' ? text + value.text : value.text
      onText(text)
    }
  }
  throw new Error('the connection was lost')
}

/**
 * The characters of this name, or else those that have it in their name.
 *
 * @param {(method: 'GET', path: string) => Promise<{ id: string, name: string, description: string, isMine: boolean }[]>} call
 * @param {string} name
 */
export async function findCharacters(call, name) {
  const part = name.toLowerCase()
  const [own, found] = await Promise.all([
    call('GET', '/api/characters'),
    call('GET', `/api/characters/public?${new URLSearchParams({ search: name, limit: '10' })}`),
  ])
  const isLike = (character) => character.name.toLowerCase().includes(part)
  const characters = [...own.filter(isLike), ...found.filter(({ isMine }) => !isMine)]
  const named = characters.filter((character) => character.name.toLowerCase() === part)
  return named.length > 0 ? named : characters
}
