/** The id of the last alert that a client has; null when it has none or sends something else. */
export function readAlertId(value: unknown): number | null {
  if (value === undefined || value === null || value === '') return null
  const id = Number(value)
  // For an invalid id, one that is greater than any: the client is then sent `resync` and reads the flags again.
  return Number.isSafeInteger(id) && id >= 0 ? id : Number.MAX_SAFE_INTEGER
}
