/** The database cannot be used, for a reason the person at the terminal can do something about; the message is for them. */
export class DatabaseUnusable extends Error {
  override name = 'DatabaseUnusable'
}
