/** PostgreSQL's SQLSTATE `unique_violation`, SQLite's SQLITE_CONSTRAINT_UNIQUE and SQLITE_CONSTRAINT_PRIMARYKEY. */
export function isUniqueViolation(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false
  const { code, errcode } = error as { code?: unknown; errcode?: unknown }
  return code === '23505' || errcode === 2067 || errcode === 1555
}
