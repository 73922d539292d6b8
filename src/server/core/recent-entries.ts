import { LRUCache } from 'lru-cache'

/**
 * A cache of the `max` entries that were used last. It counts sizes of one, since with its option `max` lru-cache allocates
 * the memory of all entries at once: 2.8 MB for 100,000.
 */
export const recentEntries = <Value extends {}>(max: number) =>
  new LRUCache<string, Value>({ maxSize: max, sizeCalculation: () => 1 })
