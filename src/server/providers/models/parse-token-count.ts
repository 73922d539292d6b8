/** A token count from a service; 0 for a missing or invalid one. */
export function parseTokenCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
