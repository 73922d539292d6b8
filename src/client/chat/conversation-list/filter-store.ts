import { create } from 'zustand'
import { type ListFilters, noFilters } from '../api/list-filters.ts'

/** The filters of the list, which `/conversations` sets too. They last until the list is closed. */
const useFilterStore = create<{ filters: ListFilters }>(() => ({ filters: noFilters }))

export const useListFilters = () => useFilterStore((state) => state.filters)
export const setListFilters = (filters: ListFilters): void => useFilterStore.setState({ filters })
