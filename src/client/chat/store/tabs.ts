/** Tells the other tabs of this browser that a conversation changed. */
export interface TabChannel {
  notify: (conversationId: string) => void
  close: () => void
}

export function openTabChannel(onChanged: (conversationId: string) => void): TabChannel {
  if (typeof BroadcastChannel === 'undefined') return { notify: () => {}, close: () => {} }
  const channel = new BroadcastChannel('conversations')
  channel.onmessage = ({ data }: MessageEvent<unknown>) => {
    if (typeof data === 'string') onChanged(data)
  }
  return { notify: (conversationId) => channel.postMessage(conversationId), close: () => channel.close() }
}
