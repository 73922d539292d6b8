/** The database cannot be used, for a reason the person at the terminal can do something about; the message is for them. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError'
}
