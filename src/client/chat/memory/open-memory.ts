import { create } from 'zustand'

const useMemoryStore = create<{ isOpen: boolean }>(() => ({ isOpen: false }))

export const useMemoryOpen = () => useMemoryStore((state) => state.isOpen)

/** Opens the memory of the conversation that is shown. */
export const openMemory = () => useMemoryStore.setState({ isOpen: true })
export const closeMemory = () => useMemoryStore.setState({ isOpen: false })
