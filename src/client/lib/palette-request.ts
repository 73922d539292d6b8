import { createStore } from 'zustand'

/** What the command palette was asked to search for; null while it was not. */
export const paletteRequest = createStore<{ query: string | null }>(() => ({ query: null }))

/** Opens the command palette with these words. */
export const requestPalette = (query: string): void => paletteRequest.setState({ query })
