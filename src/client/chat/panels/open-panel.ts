import { createContext, use } from 'react'

/** The dialogs about a conversation. */
export type Panel =
  | 'about'
  | 'commands'
  | 'content-rating'
  | 'conversations'
  | 'delete-folder'
  | 'export'
  | 'import'
  | 'model'
  | 'move'
  | 'notes'
  | 'persona'
  | 'quick-replies'
  | 'reading'
  | 'rename'
  | 'scene'

/** Opens a dialog, or closes it if it is open. */
export const OpenPanelContext = createContext<(panel: Panel) => void>(() => {})

export const useOpenPanel = () => use(OpenPanelContext)
