/** The database cannot be used, for a reason that the operator can remove. The message is printed for them. */
export class DatabaseUnusableError extends Error {
  override name = 'DatabaseUnusableError'
}
