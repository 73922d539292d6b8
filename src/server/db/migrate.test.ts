import { expect, it } from 'vitest'
import { firstInTwoSteps } from './migrate.ts'
import { columns } from './migrations/columns.ts'
import { tables } from './migrations/tables.ts'

/** What the version before cannot live with. */
const contracting = /\bdrop (table|column)|\brename\b|\balter column\b|\badd column (?!.*\bdefault\b).*\bnot null\b/i

it('migrations only expand the schema, unless their name says that they contract it', () => {
  expect('alter table users add column seen bigint not null').toMatch(contracting)
  const expanding = Object.entries({ ...tables, ...columns }).filter(
    ([name]) => name >= firstInTwoSteps && !name.endsWith('-contract'),
  )
  expect(expanding.length).toBeGreaterThan(0)
  for (const [name, statements] of expanding) {
    for (const statement of statements) expect(statement, name).not.toMatch(contracting)
  }
})
