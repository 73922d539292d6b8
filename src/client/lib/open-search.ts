let open: (query: string) => void = () => {}

/** Sets what opens the command palette with words to search for. The palette is in a layer above. */
export function setOpenSearch(next: (query: string) => void): void {
  open = next
}

export const openSearch = (query: string): void => open(query)
