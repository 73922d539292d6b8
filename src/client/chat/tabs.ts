/** Word between the tabs of one browser that a conversation changed. */
export interface Tabs {
  tell: (conversationId: string) => void
  leave: () => void
}

export function joinTabs(onChanged: (conversationId: string) => void): Tabs {
  if (typeof BroadcastChannel === 'undefined') return { tell: () => {}, leave: () => {} }
  const channel = new BroadcastChannel('conversations')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onChanged(data)
  }
  return { tell: (conversationId) => channel.postMessage(conversationId), leave: () => channel.close() }
}
