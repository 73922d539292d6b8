/** The id of the last alert that a client has got: null when it has none or sends something else. */
export function readAlertId(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const id = Number(value)
  // Not an id of ours: greater than any, so that the client is told to read the flags anew.
  return Number.isSafeInteger(id) && id >= 0 ? id : Number.MAX_SAFE_INTEGER
}
