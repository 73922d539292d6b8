import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, describe, expect, it } from 'vitest'
import { setRoleByName } from '#server/admin/users/set-role.ts'
import { appendAudit, type NewAuditEntry } from '#server/moderation/audit/append-audit.ts'
import type { AuditRow } from '#server/moderation/audit/queries.ts'
import { type KnownEntry, verifyAudit } from '#server/moderation/audit/verify-audit.ts'
import type { AuditEntry, AuditHead } from '#shared/audit.ts'
import { runScript } from '#tests/support/child-process.ts'
import { act, raiseReport, signUpAdmin } from '#tests/support/moderation.ts'
import { createCharacter, createSharedApp } from '#tests/support/test-app.ts'

/** `AUDIT_TAMPERINGS=1000 npx vitest run --project integration-sqlite tests/integration/audit-log.test.ts` */
const tamperings = Number(process.env.AUDIT_TAMPERINGS ?? 100)
const onPostgres = process.env.TEST_DB === 'postgres'

const app = await createSharedApp()
const admin = await signUpAdmin(app, '=Mora')

const entry = (targetId: string): NewAuditEntry => ({
  action: 'dismiss',
  target_type: 'flag',
  target_id: targetId,
  facts: { before: 'open', after: 'dismissed' },
})
const append = (...targetIds: string[]) =>
  app.context.transact((trx) => appendAudit(app.context, trx, { admin, requestId: 'r' }, targetIds.map(entry)))
const listAudits = async (query = '') => (await admin.get<{ audits: AuditEntry[] }>(`/api/admin/audits${query}`)).audits
const readHead = () => admin.get<AuditHead>('/api/admin/audits/head')

describe('the audit log', () => {
  it('has no gap and no fork after concurrent appends', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => append(`concurrent-${index}`, `beside-${index}`)))
    const head = await readHead()
    expect(head.seq).toBeGreaterThanOrEqual(120)
    expect(await verifyAudit(app.context.db, head)).toEqual({
      isIntact: true,
      head: { seq: head.seq, hash: head.hash },
    })
  })

  it('is intact after entries about ids that a database stores in another form', async () => {
    await append('half a pair \ud800', 'a zero \0 byte')
    expect(await verifyAudit(app.context.db, await readHead())).toMatchObject({ isIntact: true })
  })

  it('refuses changes and deletions in the database itself', async () => {
    const { db } = app.context
    await append('kept')
    await expect(app.change('audit_entries', {}, { action: 'approve' })).rejects.toThrow('not allowed')
    await expect(db.deleteFrom('audit_entries').execute()).rejects.toThrow('not allowed')
    if (onPostgres) await expect(sql`truncate audit_entries`.execute(db)).rejects.toThrow('not allowed')
  })

  it('records who became an admin', async () => {
    const client = await app.signUp('newcomer')
    await setRoleByName(app.context, 'newcomer', 'admin')
    await setRoleByName(app.context, 'newcomer', 'none')
    const entries = await listAudits(`?targetType=user&targetId=${client.id}`)
    expect(entries.map(({ action, actor, facts }) => [action, actor, facts.after])).toEqual([
      ['revoke_admin', null, 'free'],
      ['grant_admin', null, 'admin'],
    ])
  })

  it('is listed newest first, filtered, searched and paged (spec 3.audit)', async () => {
    const { id } = await createCharacter(await app.signUp())
    const flagId = await raiseReport(app, await app.signUp(), { type: 'character', id })
    await act(admin, flagId, { action: 'escalate' })
    await act(admin, flagId, { action: 'approve' })
    const entries = await listAudits(`?targetId=${flagId}`)
    expect(entries).toMatchObject([
      {
        id: expect.any(String),
        action: 'approve',
        targetType: 'flag',
        createdAt: expect.any(Number),
        targetId: flagId,
        details: 'Approved: Spam or advertising; acknowledged → resolved; the character was removed.',
        actor: { name: '=Mora' },
      },
      { action: 'escalate', details: 'Escalated: Spam or advertising; open → acknowledged.' },
    ])
    expect(await listAudits(`?targetId=${flagId}&action=approve`)).toHaveLength(1)
    expect(await listAudits(`?search=character_removed+${flagId}`)).toHaveLength(1)
    expect(await listAudits('?search=100%25_nothing')).toEqual([])
    const seen: number[] = []
    for (let cursor = ''; ; ) {
      const { body, headers } = await admin.request<{ audits: AuditEntry[] }>(
        'GET',
        `/api/admin/audits?limit=37&cursor=${cursor}`,
      )
      seen.push(...body.audits.map(({ seq }) => seq))
      cursor = headers.get('x-next-cursor') ?? ''
      if (!cursor) break
    }
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, index) => seen.length - index))
    expect(seen[0]).toBe((await readHead()).seq)
  })

  it('shows the name that the target had at that time, and none once the account is deleted', async () => {
    const author = await app.signUp()
    const { id: characterId } = await createCharacter(author, { name: 'Maud Grell', isPublic: true })
    const flagId = await raiseReport(app, await app.signUp(), { type: 'character', id: characterId })
    const decided = await act(admin, flagId, { action: 'dismiss' })
    expect(decided.body.audit.targetName).toBe('Maud Grell')
    await admin.post(`/api/admin/users/${author.id}/suspension`, { category: 'spam', days: 3, notes: '' })
    const { username } = await app.row('users', { id: author.id }, 'username')
    await app.change('users', { id: author.id }, { display_name: 'Somebody else' })
    await app.change('characters', { id: characterId }, { name: 'Ada' })
    const named = async (search: string) =>
      (await listAudits(`?search=${encodeURIComponent(search)}`)).map(({ action, targetName }) => [action, targetName])
    expect(await named('maud GRELL')).toEqual([['dismiss', 'Maud Grell']])
    expect(await named(username)).toEqual([['suspend', username]])
    expect(await (await admin.raw(`/api/admin/audits/export?format=csv&targetId=${author.id}`)).text()).toContain(
      `"${username}"`,
    )
    await app.context.db.deleteFrom('users').where('id', '=', author.id).execute()
    expect((await listAudits(`?targetId=${author.id}`)).map(({ targetName }) => targetName)).toEqual([''])
  })

  it('is exported as JSON Lines and as CSV in which no cell is a formula', async () => {
    const { seq } = await readHead()
    const lines = (await (await admin.raw('/api/admin/audits/export')).text()).trim().split('\n')
    expect(lines).toHaveLength(seq)
    const csv = await admin.raw('/api/admin/audits/export?format=csv&action=escalate')
    expect(csv.headers.get('content-disposition')).toMatch(/^attachment; filename="troupe-audit-\d{4}-\d\d-\d\d.csv"$/)
    const [header, row] = (await csv.text()).split('\r\n')
    expect(header).toMatch(/^seq,createdAt,action,/)
    expect(row).toContain(`,"'=Mora",`)
  })
})

// The command opens the database as the server does.
if (!onPostgres)
  describe('npm run audit', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'troupe-audit-'))
    const file = path.join(folder, 'end.json')
    afterAll(() => rmSync(folder, { recursive: true }))

    function run(...args: string[]) {
      return runScript('scripts/audit.ts', args, { DATA_DIR: app.context.env.dataDir })
    }

    it('prints the end, and verifies the log with it', async () => {
      const head = await run('head')
      writeFileSync(file, head.output)
      expect(JSON.parse(head.output)).toMatchObject({ seq: expect.any(Number), hash: expect.any(String) })
      expect(await run('verify', file)).toMatchObject({ code: 0, output: expect.stringContaining('is intact') })
      writeFileSync(file, JSON.stringify({ ...JSON.parse(head.output), hash: '0'.repeat(64) }))
      expect(await run('verify', file)).toMatchObject({
        code: 1,
        output: expect.stringContaining('differs from the exported end'),
      })
      expect(await run('repair')).toMatchObject({ code: 1, output: expect.stringContaining('Usage') })
    })
  })

/** What somebody with the database could do. Each returns the first entry that is then not as it was written. */
const attacks: Record<string, (random: (below: number) => number, rows: AuditRow[]) => Promise<number>> = {
  async edit(random, rows) {
    const { seq } = pick(random, rows)
    const column = (
      ['id', 'action', 'actor_id', 'target_type', 'target_id', 'facts', 'request_id', 'hash', 'previous_hash'] as const
    )[random(9)]
    await sql`update audit_entries set ${sql.ref(column ?? 'facts')} = 'forged' where seq = ${seq}`.execute(
      app.context.db,
    )
    return seq
  },
  async editTime(random, rows) {
    const { seq } = pick(random, rows)
    await sql`update audit_entries set created_at = created_at + 1 where seq = ${seq}`.execute(app.context.db)
    return seq
  },
  async delete(random, rows) {
    const { seq } = pick(random, rows)
    await sql`delete from audit_entries where seq = ${seq}`.execute(app.context.db)
    return seq
  },
  async swap(random, rows) {
    const [first, second] = [pick(random, rows.slice(0, -1)), rows.at(-1)]
    await write(
      [
        { ...first, seq: Number(second?.seq) },
        { ...(second as AuditRow), seq: first.seq },
      ],
      rows,
    )
    return first.seq
  },
  async insert(random, rows) {
    const { seq } = pick(random, rows)
    const forged = { ...(rows.find((row) => row.seq === seq) as AuditRow), id: 'forged', target_id: 'forged' }
    const moved = rows.filter((row) => row.seq >= seq).map((row) => ({ ...row, seq: row.seq + 1 }))
    await write([forged, ...moved], rows)
    return seq
  },
  async truncate(random, rows) {
    const { seq } = pick(random, rows)
    await sql`delete from audit_entries where seq >= ${seq}`.execute(app.context.db)
    return seq
  },
}

function pick(random: (below: number) => number, rows: AuditRow[]): AuditRow {
  const row = rows[random(rows.length)]
  if (!row) throw new Error('The log is empty.')
  return row
}

/** Replaces the entries with the same numbers, and keeps the others. */
async function write(changed: AuditRow[], rows: AuditRow[]): Promise<void> {
  const numbers = new Set(changed.map(({ seq }) => seq))
  await replaceLog([...rows.filter(({ seq }) => !numbers.has(seq)), ...changed])
}

async function replaceLog(rows: AuditRow[]): Promise<void> {
  const { db } = app.context
  await db.deleteFrom('audit_entries').execute()
  await db.insertInto('audit_entries').values(rows).execute()
}

async function dropTriggers(): Promise<void> {
  const { db } = app.context
  for (const event of ['update', 'delete']) {
    const name = sql.id(`audit_entries_${event}`)
    await (onPostgres ? sql`drop trigger ${name} on audit_entries` : sql`drop trigger ${name}`).execute(db)
  }
}

it(
  `shows each of ${tamperings} random changes at the right entry`,
  async () => {
    await dropTriggers()
    const { db } = app.context
    await db.deleteFrom('audit_entries').execute()
    for (let index = 0; index < 4; index++)
      await append(...Array.from({ length: 5 }, (_, row) => `target-${index}-${row}`))
    const original = await db.selectFrom('audit_entries').selectAll().orderBy('seq').execute()
    const head = original.at(-1) as KnownEntry
    const names = Object.keys(attacks)
    const random = (below: number) => Math.floor(app.context.ids.random() * below)
    for (let round = 0; round < tamperings; round++) {
      const name = names[round % names.length] ?? 'edit'
      const seq = await attacks[name]?.(random, original)
      expect([name, await verifyAudit(db, head)]).toMatchObject([name, { isIntact: false, seq }])
      await replaceLog(original)
    }
    expect(await verifyAudit(db, head)).toMatchObject({ isIntact: true })
  },
  20_000 + tamperings * 100,
)
