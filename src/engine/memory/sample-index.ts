import { chooseMessages, commonMatches, rankPassages, weighTerms } from './rank-passages.ts'
import { readTerms } from './read-terms.ts'

/**
 * A stand-in for the index of a server, for tests. Returns a function that finds the passages for texts, the newest first.
 *
 * @example
 * const messages = sampleChat(40).concat({ id: 'key', content: 'The brass key hangs behind the stove.' })
 * indexSample(messages)(['Where is the brass key?'], 5).map(({ messageId }) => messageId) // ['key']
 */
export function indexSample(messages: readonly { id: string; content: string }[]) {
  const byId = new Map(messages.map((message) => [message.id, message]))
  const byTerm = new Map<string, string[]>()
  for (const { id, content } of messages) {
    for (const term of new Set(readTerms(content))) byTerm.set(term, [...(byTerm.get(term) ?? []), id])
  }
  return (texts: readonly string[], limit: number, isCandidate = (_id: string) => true) => {
    const terms = weighTerms(texts)
    const matches = terms.map(([term]) => (byTerm.get(term) ?? []).slice(-commonMatches))
    const { ids, weights } = chooseMessages(terms, matches, messages.length)
    const chosen = ids.filter(isCandidate).flatMap((id) => byId.get(id) ?? [])
    return rankPassages(chosen, weights, limit)
  }
}
