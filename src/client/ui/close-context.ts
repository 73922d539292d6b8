import { createContext, useContext } from 'react'

/** Closes the dialog or the sheet around a component. */
export const CloseContext = createContext(() => {})

export const useClose = () => useContext(CloseContext)
