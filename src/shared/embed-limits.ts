// Without a schema: the page of guests loads it.

export const embedLimits = {
  origins: 10,
  origin: 300,
  /** What a guest's request may have said before, in messages and in UTF-16 code units. */
  historyEntries: 60,
  history: 24_000,
} as const
