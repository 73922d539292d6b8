/** Values of a file that somebody else wrote: whatever they are, each function returns its type. */
export const readText = (value: unknown): string => (typeof value === 'string' ? value : '')

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
