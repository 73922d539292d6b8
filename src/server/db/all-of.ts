import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'

/** The condition that all of these hold. One that is false is left out, so that a filter which is not set needs no case of its own. */
export function allOf<DB, TB extends keyof DB>(
  eb: ExpressionBuilder<DB, TB>,
  conditions: readonly (Expression<SqlBool> | false)[],
) {
  return eb.and(conditions.filter((condition) => condition !== false))
}
