/** Share of the history's budget from which on the next summary is prepared. */
export const dueShare = 0.75
/** The share that stays verbatim. With the messages until the anchor moves, it is about the low-water mark. */
const verbatimShare = 0.25
/** The most that one block sums up. */
const blockShare = 0.6

interface Planned {
  role: 'user' | 'character'
  tokens: number
}

/**
 * How many of the messages after the last block the next block sums up; 0 while they are too few. What follows a block
 * begins with a message of the user if possible, because the history of a prompt will begin there.
 *
 * @param messages the end of a path, oldest first, from the message after its last block on
 * @param historyTokens the budget of the history in a prompt
 * @example
 * const chat = [...'ucucucuc'].map((role) => ({ role: role === 'u' ? 'user' : 'character', tokens: 10 }))
 * planBlock(chat, 100) // 4
 * planBlock(chat, 120) // 0
 */
export function planBlock(messages: readonly Planned[], historyTokens: number): number {
  const total = messages.reduce((sum, { tokens }) => sum + tokens, 0)
  if (total < historyTokens * dueShare) return 0
  let end = 0
  let tokens = 0
  while (end < messages.length - 1) {
    const next = tokens + (messages[end]?.tokens ?? 0)
    if (end > 0 && next > historyTokens * blockShare) break
    if (end > 0 && total - next < historyTokens * verbatimShare) break
    tokens = next
    end += 1
  }
  const atUser = messages.slice(0, end + 1).findLastIndex(({ role }, at) => at > 0 && role === 'user')
  return atUser > end / 2 ? atUser : end
}
