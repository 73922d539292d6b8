import { create } from 'zustand'

/** The flags of the queue that are selected, to be decided together. */
export const useFlagSelection = create<{ ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const selectFlags = (flags: readonly { id: string }[]) =>
  useFlagSelection.setState({ ids: new Set(flags.map(({ id }) => id)) })

export const toggleFlag = (id: string) =>
  useFlagSelection.setState(({ ids }) => {
    const changed = new Set(ids)
    if (!changed.delete(id)) changed.add(id)
    return { ids: changed }
  })
