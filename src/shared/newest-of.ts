/** The newest messages of a chat, as many as a request may have. `history`: their length in UTF-16 code units. */
export function newestOf<Message extends { content: string }>(
  messages: readonly Message[],
  { historyEntries, history }: { historyEntries: number; history: number },
): Message[] {
  let length = 0
  const last = messages.findLastIndex(({ content }, index) => {
    length += content.length
    return length > history || messages.length - index > historyEntries
  })
  return messages.slice(last + 1)
}
