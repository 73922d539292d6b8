import { createContext } from 'react'

/** The id of the conversation of the page, for the list beside it; null where the page shows none. */
export const OpenConversation = createContext<string | null>(null)
