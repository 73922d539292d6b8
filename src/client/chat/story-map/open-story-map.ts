import { create } from 'zustand'

/** Whether the story map is open, and at which message; null at the newest one. */
const useStoryMapStore = create<{ open: { messageId: string | null } | null }>(() => ({ open: null }))

export const useOpenStoryMap = () => useStoryMapStore((state) => state.open)

/** Opens the story map of the conversation that is shown, at a message or at the newest one. */
export const openStoryMap = (messageId: string | null = null) => useStoryMapStore.setState({ open: { messageId } })
export const closeStoryMap = () => useStoryMapStore.setState({ open: null })
