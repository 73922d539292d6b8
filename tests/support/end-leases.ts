import pg from 'pg'

/** Ends the leases of jobs of an instance that is gone, which would take some seconds. An SQLite server does so when it starts. */
export async function endLeases(databaseUrl: string | undefined): Promise<void> {
  if (databaseUrl === undefined) return
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('update jobs set leased_until = 0')
  await client.end()
}
